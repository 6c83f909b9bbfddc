import { fill } from "@/components/ui/fill";
import { refusalSentence } from "@/components/lab/refusal-place";
import type { LabWords } from "@/components/lab/lab-words";
import type { Search } from "@/components/lab/use-exploration";
import { headlineOf } from "@/components/lab/headline";
import { outcomeRows, type OutcomeRow } from "@/components/lab/verdict-of";
import { OutcomeGlyph, type Outcome } from "@/components/ui/outcome-glyph";
import type { Locale } from "@/lib/locale";
import type { EffectDeclaration, VerdictName } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/lab/lab.module.css";
import { inGroups } from "@/components/ui/in-groups";

interface SearchResultProps {
  search: Search & { state: "done" };
  effects: readonly EffectDeclaration[];
  /** Id of the element in which the counterexample stands. */
  place: string;
  words: LabWords;
  locale: Locale;
}

/** The verdict of all schedules as a headline, the sentence with its bounds under it, and every outcome with its number. */
export function SearchResult({ search: { result, stopped, counterexample, refusal }, effects, place, words, locale }: SearchResultProps) {
  const rows = outcomeRows(result, effects, locale);
  const { name, rest, within, tone } = headlineOf(result, stopped === null, rows, words, locale);
  const proved = tone === "proved";
  return (
    <div className={styles.result}>
      <h2 className={styles.verdict} data-tone={tone}>
        <em>{name}</em> {rest} <small>{within}</small>
      </h2>
      <div>
        <p className={styles.sentence}>{result.proof[locale]}</p>
        {refusal && <p className={styles.sentence}>{refusalSentence(refusal, locale)}</p>}
        <p className={styles.fine}>
          {fill(words.numbers, {
            states: inGroups(result.states, locale),
            runs: inGroups(result.handlerRuns, locale),
            time: (result.milliseconds / 1000).toFixed(1).replace(".", locale === "ru" ? "," : "."),
          })}
        </p>
        {counterexample && (
          <p className={styles.opened}>
            <a href={`#${place}`}>{words.counterexample}</a>
          </p>
        )}
      </div>
      {stopped === null && (
        <div>
          <OutcomeTable rows={rows} proved={proved} words={words} locale={locale} />
        </div>
      )}
    </div>
  );
}

const glyphs: Record<VerdictName, Outcome> = { double: "double", lost: "lost", wrong: "wrong", stuck: "stuck", ok: "one" };

function OutcomeTable({ rows, proved, words, locale }: { rows: readonly OutcomeRow[]; proved: boolean; words: LabWords; locale: Locale }) {
  return (
    <>
      <table className={styles.outcomes}>
        <caption>{words.outcomes}</caption>
        <thead>
          <tr>
            <th scope="col">{words.outcome}</th>
            <th scope="col">{words.schedules}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ verdict, counts, most, schedules }) => (
            <tr key={`${verdict} ${counts}`} data-tone={verdict !== "ok" ? "violated" : proved ? "proved" : undefined}>
              <th scope="row">
                <OutcomeGlyph outcome={proved ? "proved" : glyphs[verdict]} effects={most} />
                <span>
                  {counts}, {words.verdict[verdict]}
                </span>
              </th>
              <td>{schedules === null ? "∞" : inGroups(schedules, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.fine}>{words.notProbabilities}</p>
    </>
  );
}
