import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useLesson } from "@/components/lesson/lesson-context";
import { moved } from "@/components/question/moved";
import { answerField } from "@/components/question/read-answer";
import { QuestionText } from "@/components/question/question-text";
import type { PublicOption } from "@/lib/content/compiled";
import styles from "@/components/question/order-rows.module.css";

interface OrderRowsProps {
  options: readonly PublicOption[];
  /** The order to begin with: the first try's, or that of the options. */
  start: readonly string[];
  /** What was kept of an answer that is not committed yet; read once the page is alive. */
  kept: () => readonly string[];
  /** After each move, when the form holds the new order. */
  onMoved: () => void;
}

/**
 * Repairs to be put in order, with two buttons each; arrow keys do the same while one of them has the focus. The focus
 * goes with the row, and one sentence says where it has come to.
 */
export default function OrderRows({ options, start, kept, onMoved }: OrderRowsProps) {
  const { words } = useLesson();
  const [order, setOrder] = useState(start);
  const [last, setLast] = useState<string | null>(null);
  const held = useRef<HTMLElement | null>(null);
  const label = useId();
  const read = useRef(kept);
  const told = useRef(onMoved);
  useEffect(() => {
    told.current = onMoved;
  });

  useEffect(() => {
    const before = read.current();
    const isComplete = before.length === options.length && options.every(({ id }) => before.includes(id));
    if (isComplete) setOrder(before);
  }, [options]);

  useEffect(() => {
    if (last === null) return;
    // A row that moves in the document loses the focus.
    held.current?.focus();
    told.current();
  }, [order, last]);

  function move(id: string, by: -1 | 1, button: HTMLElement) {
    held.current = button;
    setLast(id);
    setOrder((before) => moved(before, id, by));
  }

  function handleKey(event: KeyboardEvent<HTMLLIElement>, id: string) {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (by === null || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    move(id, by, event.target);
  }

  const place = last === null ? "" : String(order.indexOf(last) + 1);
  return (
    <>
      <ol className={styles.order}>
        {order.map((id, index) => {
          const option = options.find((candidate) => candidate.id === id);
          return (
            <li key={id} onKeyDown={(event) => handleKey(event, id)}>
              <span className={styles.place} aria-hidden="true">
                {index + 1}
              </span>
              <span id={`${label}${id}`} className={styles.text}>
                <QuestionText value={option?.text ?? []} />
              </span>
              <input type="hidden" name={answerField} value={id} />
              {([-1, 1] as const).map((by) => (
                <button
                  key={by}
                  type="button"
                  id={`${label}${id}${by}`}
                  className={styles.move}
                  aria-label={by === -1 ? words.moveUp : words.moveDown}
                  aria-labelledby={`${label}${id}${by} ${label}${id}`}
                  aria-disabled={index + by < 0 || index + by >= order.length || undefined}
                  onClick={(event) => move(id, by, event.currentTarget)}
                >
                  <span aria-hidden="true">{by === -1 ? "↑" : "↓"}</span>
                </button>
              ))}
            </li>
          );
        })}
      </ol>
      <p className="sr-only" role="status">
        {place && words.movedTo.replace("{place}", place).replace("{total}", String(order.length))}
      </p>
    </>
  );
}
