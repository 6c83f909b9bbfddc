import { linesAt } from "@/components/simulator/run-at";
import type { Frames } from "@/lib/simulator/run/frame";
import styles from "@/components/present/present.module.css";

interface CurrentLineProps {
  frames: Frames;
  at: number;
  source: string;
  /** Stands there before the first step. */
  otherwise: string;
}

/** The line at which the process waits that acted last, or any that waits. */
export function CurrentLine({ frames, at, source, otherwise }: CurrentLineProps) {
  const lines = linesAt(frames, at);
  const actor = frames.frames[at - 1]?.actor ?? "";
  const process = lines[actor]?.length ? actor : Object.keys(lines).find((name) => lines[name]?.length);
  const number = process === undefined ? undefined : lines[process]?.[0];
  if (process === undefined || number === undefined) return <p className={styles.code}>{otherwise}</p>;
  return (
    <p className={styles.code}>
      <b data-process={process}>{process}</b>
      <span>{number}</span>
      <code>{source.split("\n")[number - 1]?.trim()}</code>
    </p>
  );
}
