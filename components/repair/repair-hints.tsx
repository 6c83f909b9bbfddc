import { useState } from "react";
import type { FinishedSearch } from "@/components/lab/use-exploration";
import { changedCalls } from "@/components/repair/changed-calls";
import { CodeSheet } from "@/components/repair/code-sheet";
import type { OwnTexts } from "@/components/repair/own-texts";
import type { RepairWords } from "@/components/repair/repair-words";
import type { OwnHandler } from "@/components/repair/use-repair";
import { whereItBreaks, type Break } from "@/components/repair/where-it-breaks";
import { fill } from "@/components/ui/fill";
import type { Locale } from "@/lib/locale";
import styles from "@/components/repair/repair.module.css";

interface RepairHintsProps {
  own: OwnHandler;
  texts: OwnTexts;
  /** What is known of these texts; null when nothing is. */
  found: FinishedSearch | null;
  /** True while questions keep the repairs of the scenario from the reader. */
  isClosed: boolean;
  words: RepairWords;
  locale: Locale;
}

/**
 * Hints one after the other: what kind of defect it is, where it breaks in the learner's own counterexample, which calls
 * a repair changes, its idea. A repair itself only after a try.
 */
export function RepairHints({ own, texts, found, isClosed, words, locale }: RepairHintsProps) {
  const [shown, setShown] = useState(0);
  const { scenario, base, repairs, code } = own;
  const [first] = repairs;
  const calls = first ? changedCalls(base.source, first.source) : [];
  const hints = [
    words.kinds[scenario.kind],
    ...(found ? hintsOfRun(found, words, locale) : []),
    ...(calls.length > 0 ? [fill(words.hintCalls, { calls: calls.join(", ") })] : []),
    ...(first && first.migration !== "" ? [fill(words.hintMigration, { migration: first.migration })] : []),
    ...(first ? [fill(words.hintTitle, { title: first.title[locale] })] : []),
  ];
  return (
    <section className={styles.hints} aria-labelledby="hints">
      <h3 id="hints">{words.hints}</h3>
      <ol aria-live="polite">
        {hints.slice(0, shown).map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ol>
      {shown < hints.length && (
        <button type="button" className="text-button" onClick={() => setShown(shown + 1)}>
          {fill(words.hint, { number: String(shown + 1), count: String(hints.length) })}
        </button>
      )}
      {isClosed && <p className={styles.fine}>{words.hintsClosed}</p>}
      {repairs.length > 0 && (code.tries > 0 ? <Comparison repairs={repairs} texts={texts} words={words} locale={locale} /> : <p className={styles.fine}>{words.compareLater}</p>)}
    </section>
  );
}

/** What the learner's own counterexample says: the lines between which it happens, then the step that decides. */
function hintsOfRun({ counterexample, pointOfNoReturn }: FinishedSearch, words: RepairWords, locale: Locale): string[] {
  if (!counterexample) return [];
  const place = whereItBreaks(counterexample.frames);
  const decisive = pointOfNoReturn === null ? undefined : counterexample.frames[pointOfNoReturn - 1];
  return [
    ...(place ? [placeIn(place, words)] : []),
    ...(decisive ? [fill(words.hintTurn, { number: String(pointOfNoReturn), step: decisive.words[locale] })] : []),
  ];
}

function placeIn(place: Break, words: RepairWords): string {
  const { worker, line } = place;
  if (place.by === "crash")
    return place.next === null
      ? fill(words.hintCrashAfter, { worker, line: String(line) })
      : fill(words.hintCrash, { worker, line: String(line), next: String(place.next) });
  return fill(words.hintBetween, { worker, line: String(line), next: String(place.next), other: place.other, lines: place.lines.join(", ") });
}

/** The learner's code beside a repair of the scenario; lines that the other does not have are marked. */
function Comparison({ repairs, texts, words, locale }: Pick<OwnHandler, "repairs"> & Pick<RepairHintsProps, "texts" | "words" | "locale">) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.comparison}>
      <button type="button" className="button-line" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? words.compareClose : words.compare}
      </button>
      {isOpen &&
        repairs.map(({ title, source, migration }) => (
          <div key={title.en} className={styles.pair}>
            <CodeSheet title={words.yours} source={texts.source} other={source} />
            <CodeSheet title={title[locale]} source={source} other={texts.source} />
            {(migration !== "" || texts.migration !== "") && (
              <>
                <CodeSheet title={`${words.yours}, migration.sql`} source={texts.migration} other={migration} />
                <CodeSheet title={`${title[locale]}, migration.sql`} source={migration} other={texts.migration} />
              </>
            )}
          </div>
        ))}
    </div>
  );
}
