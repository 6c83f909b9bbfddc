import { useState } from "react";
import { changedCalls } from "@/components/repair/changed-calls";
import { CodeSheet } from "@/components/repair/code-sheet";
import type { OwnTexts } from "@/components/repair/own-texts";
import type { RepairWords } from "@/components/repair/repair-words";
import type { OwnHandler } from "@/components/repair/use-repair";
import { fill } from "@/components/ui/fill";
import type { Locale } from "@/lib/locale";
import styles from "@/components/repair/repair.module.css";

interface RepairHintsProps {
  own: OwnHandler;
  texts: OwnTexts;
  /** True while questions keep the repairs of the scenario from the reader. */
  isClosed: boolean;
  words: RepairWords;
  locale: Locale;
}

/** Hints one after the other: what kind of defect it is, which calls a repair changes, its idea. A repair itself only after a try. */
export function RepairHints({ own, texts, isClosed, words, locale }: RepairHintsProps) {
  const [shown, setShown] = useState(0);
  const { scenario, base, repairs, code } = own;
  const [first] = repairs;
  const calls = first ? changedCalls(base.source, first.source) : [];
  const hints = [
    words.kinds[scenario.kind],
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
