import { glyphOf } from "@/components/schedules/map-labels";
import type { ScheduleWords } from "@/components/schedules/schedule-words";
import { OutcomeGlyph } from "@/components/ui/outcome-glyph";
import type { VerdictName } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/schedules/schedules.module.css";

const shown: readonly (readonly [VerdictName, "one" | VerdictName])[] = [
  ["ok", "one"],
  ["double", "double"],
  ["lost", "lost"],
  ["wrong", "wrong"],
  ["stuck", "stuck"],
];

/** What the glyphs and the hatches mean, and what the numbers are not. */
export function Legend({ words }: { words: ScheduleWords }) {
  return (
    <>
      <ul className={styles.legend} aria-label={words.legend}>
        {shown.map(([verdict, name]) => (
          <li key={verdict} data-verdict={verdict}>
            <OutcomeGlyph outcome={glyphOf[verdict]} />
            {words[name as "one"]}
          </li>
        ))}
        <li className={styles.provedKey}>
          <OutcomeGlyph outcome="proved" />
          {words.proved}
        </li>
        <li>
          <i data-violates="all" />
          {words.allViolate}
        </li>
        <li>
          <i data-violates="some" />
          {words.someViolate}
        </li>
      </ul>
      <p className={styles.fine}>{words.notProbabilities}</p>
    </>
  );
}
