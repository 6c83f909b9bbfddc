import { fill } from "@/components/lab/fill";
import type { LabWords } from "@/components/lab/lab-words";
import type { Search } from "@/components/lab/use-exploration";
import { inGroups, outcomeRows, schedulesWith, type OutcomeRow } from "@/components/lab/verdict-of";
import { OutcomeGlyph, type Outcome } from "@/components/ui/outcome-glyph";
import type { Locale } from "@/lib/locale";
import type { EffectDeclaration, VerdictName } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/lab/lab.module.css";

interface SearchResultProps {
  search: Search & { state: "done" };
  effects: readonly EffectDeclaration[];
  words: LabWords;
  locale: Locale;
}

/** The verdict of all schedules as a headline, the sentence with its bounds under it, and every outcome with its number. */
export function SearchResult({ search: { result, stopped, counterexample }, effects, words, locale }: SearchResultProps) {
  const rows = outcomeRows(result, effects, locale);
  const [worst] = rows;
  const proved = stopped === null && worst?.verdict === "ok";
  return (
    <div className={styles.result}>
      <h2 className={styles.verdict} data-tone={proved ? "proved" : worst && worst.verdict !== "ok" ? "violated" : undefined}>
        {headline(rows, stopped === null, result.schedules, words, locale)}
      </h2>
      <p className={styles.sentence}>{result.proof[locale]}</p>
      {stopped === null && <OutcomeTable rows={rows} proved={proved} words={words} locale={locale} />}
      <p className={styles.fine}>
        {fill(words.numbers, {
          states: inGroups(result.states, locale),
          runs: inGroups(result.handlerRuns, locale),
          time: (result.milliseconds / 1000).toFixed(1).replace(".", locale === "ru" ? "," : "."),
        })}
      </p>
      {counterexample && <p className={styles.opened}>{words.counterexample}.</p>}
    </div>
  );
}

function headline(rows: readonly OutcomeRow[], complete: boolean, total: string | null, words: LabWords, locale: Locale) {
  const [worst] = rows;
  const verdict = worst?.verdict ?? "ok";
  if (!complete) return verdict === "ok" ? words.partialGood : <><em>{nameOf(rows, verdict, words)}</em>: {words.partialBad}</>;
  const count = schedulesWith(rows, verdict);
  if (total === null || count === null) return <><em>{nameOf(rows, verdict, words)}</em>: {words.endless}</>;
  const isAll = String(count) === total;
  const place = fill(isAll ? words.all : words.some, { count: inGroups(count, locale), total: inGroups(BigInt(total), locale) });
  return (
    <>
      <em>{nameOf(rows, verdict, words)}</em> {place}
    </>
  );
}

/** What happened, in effects where these tell it: "2 charges"; in words where they do not. */
function nameOf(rows: readonly OutcomeRow[], verdict: VerdictName, words: LabWords): string {
  const same = rows.filter((row) => row.verdict === verdict);
  const most = same.reduce((one, other) => (other.most > one.most ? other : one), same[0] as OutcomeRow);
  const told = verdict === "double" || (verdict === "ok" && same.length === 1);
  const name = told ? most.counts : words.verdict[verdict];
  return name.charAt(0).toUpperCase() + name.slice(1);
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
