import type { AnsweredRow } from "@/components/question/answered";
import { LineText } from "@/components/lesson/line-text";
import { useLesson } from "@/components/lesson/lesson-context";
import { plainText } from "@/components/question/plain-text";
import { answerField } from "@/components/question/read-answer";
import type { CodeLine, PublicOption, PublicQuestion } from "@/lib/content/compiled";
import code from "@/components/lesson/snippet.module.css";
import styles from "@/components/question/place-rows.module.css";

interface PlaceRowsProps {
  places: PublicQuestion["places"];
  code: readonly CodeLine[];
  options: readonly PublicOption[];
  /** Places that play a part already. */
  rows: readonly AnsweredRow[];
  /** True while a place can be picked. */
  open: boolean;
}

/**
 * The code once more, with a radio button for each of its gaps or lines. A place that was wrong at the first try is
 * marked; once nothing can be picked, so are the answer and the right place.
 */
export default function PlaceRows({ places, code: lines, options, rows, open }: PlaceRowsProps) {
  const { words } = useLesson();
  const placeOf = ({ id, text }: PublicOption) => {
    const row = rows.find((candidate) => candidate.id === id);
    if (open && !row) return <input type="radio" className={styles.pick} name={answerField} value={id} aria-label={plainText(text)} />;
    const said = row?.marks.map((mark) => words[mark]).join(", ");
    return (
      <>
        <span className={styles.pick} data-mine={row?.marks.includes("yourAnswer") || undefined} data-key={row?.marks.includes("rightAnswer") || undefined} aria-hidden="true" />
        {said && (
          <span className={styles.said}>
            <span className="sr-only">{plainText(text)} </span>
            {said}
          </span>
        )}
      </>
    );
  };
  return (
    // While places can be picked, they are what the keyboard stops at; afterwards the code itself is.
    <div className={styles.places} role="group" aria-label={words.simulator.code} tabIndex={open ? undefined : 0}>
      <code className={code.code}>
        {lines.map((line, index) => {
          const option = options.find((candidate) => candidate.line === line.number);
          const isEnd = index === lines.length - 1 && line.segments.length === 0;
          const text = (
            <span className={code.line} data-line={isEnd ? undefined : line.number}>
              <LineText segments={line.segments} />
            </span>
          );
          if (places === "lines" && option)
            return (
              <label key={line.number} className={styles.onLine}>
                {placeOf(option)}
                {text}
              </label>
            );
          return (
            <span key={line.number} className={styles.group}>
              {option && <label className={styles.gap}>{placeOf(option)}</label>}
              {!isEnd && text}
            </span>
          );
        })}
      </code>
    </div>
  );
}
