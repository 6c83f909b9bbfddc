import { useRef } from "react";
import { effectIn, type NewEffect } from "@/components/simulator/run-at";
import type { SimulatorWords } from "@/components/simulator/simulator-words";
import { usePaperFit } from "@/components/ui/use-paper-fit";
import type { Locale } from "@/lib/locale";
import type { Frames, Participant } from "@/lib/simulator/run/frame";
import type { EffectDeclaration } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/simulator/simulator.module.css";

interface RunTableProps {
  frames: Frames;
  effects: readonly EffectDeclaration[];
  /** Rows up to here have happened; the others are shown as what is to come. */
  steps: number;
  words: SimulatorWords;
  locale: Locale;
}

/**
 * The run as a table, one column per participant: the form that is read aloud and copied. The edge of a worker's column
 * is its life: broad while it holds a message.
 */
export function RunTable({ frames, effects, steps, words, locale }: RunTableProps) {
  const { participants } = frames;
  const scroll = useRef<HTMLDivElement>(null);
  usePaperFit(scroll);
  return (
    <div ref={scroll} className={styles.scroll} role="group" aria-label={words.table} tabIndex={0}>
      <table className={styles.table}>
        <caption className="sr-only">{words.table}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{words.stepColumn}</span>
            </th>
            {participants.map(({ id, kind, name }) => (
              <th key={id} scope="col" data-process={kind === "process" ? id : undefined}>
                {name[locale]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {frames.frames.map((frame, index) => (
            <tr
              key={index}
              data-kind={frame.kind}
              data-to-come={index >= steps || undefined}
              aria-current={index === steps - 1 ? "step" : undefined}
            >
              <th scope="row">{index + 1}</th>
              {participants.map((participant) => (
                <Cell
                  key={participant.id}
                  frames={frames}
                  index={index}
                  participant={participant}
                  effect={effectIn(frames, index, effects)}
                  locale={locale}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  frames: Frames;
  index: number;
  participant: Participant;
  effect: NewEffect | null;
  locale: Locale;
}

function Cell({ frames, index, participant: { id, kind, name }, effect, locale }: CellProps) {
  const frame = frames.frames[index];
  const text = frame?.cells[id]?.[locale];
  const acts = frame?.actor === id;
  const isProcess = kind === "process";
  return (
    <td
      data-actor={acts || undefined}
      data-name={name[locale]}
      data-process={isProcess ? id : undefined}
      data-held-before={(isProcess && isBusy(frames, index - 1, id)) || undefined}
      data-held-after={(isProcess && isBusy(frames, index, id)) || undefined}
    >
      {text !== undefined && (
        <span>
          {kind === "receiver" && effect && <Coin effect={effect} locale={locale} />}
          {text}
          {isProcess && acts && frame.line !== null && <span className={styles.line}>:{frame.line}</span>}
        </span>
      )}
    </td>
  );
}

/** Money moved: a coin with its running number, red from the first that nobody wanted. */
function Coin({ effect: { effect, count }, locale }: { effect: NewEffect; locale: Locale }) {
  return (
    <b className={styles.coin} data-unwanted={count > effect.wanted || undefined}>
      <span className="sr-only">{effect.noun[locale][0]} </span>
      {count}{" "}
    </b>
  );
}

/** A process that waits for an answer holds its message. */
function isBusy({ frames }: Frames, index: number, process: string): boolean {
  return (frames[index]?.lines[process]?.length ?? 0) > 0;
}
