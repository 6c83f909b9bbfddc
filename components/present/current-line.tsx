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

/** The line that acted last, or where a process waits. */
export function CurrentLine({ frames, at, source, otherwise }: CurrentLineProps) {
  const latest = frames.frames.slice(0, at).findLast(({ line }) => line !== null);
  const [waiting] = Object.entries(linesAt(frames, at)).flatMap(([process, [line]]) => (line === undefined ? [] : [{ process, line }]));
  const here = latest?.line ? { process: latest.actor, line: latest.line } : waiting;
  if (!here) return <p className={styles.code}>{otherwise}</p>;
  return (
    <p className={styles.code}>
      <b data-process={here.process}>{here.process}</b>
      <span>{here.line}</span>
      <code>{source.split("\n")[here.line - 1]?.trim()}</code>
    </p>
  );
}
