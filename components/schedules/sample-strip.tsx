import { useEffect, useState } from "react";
import { fill } from "@/components/ui/fill";
import { mostOf } from "@/components/lab/verdict-of";
import { glyphOf, outcomeLabel } from "@/components/schedules/map-labels";
import type { ScheduleWords } from "@/components/schedules/schedule-words";
import { OutcomeGlyph } from "@/components/ui/outcome-glyph";
import type { Locale } from "@/lib/locale";
import type { EffectDeclaration } from "@/lib/simulator/scenario/scenario";
import type { SampledEnding } from "@/lib/simulator/worker/explore-protocol";
import styles from "@/components/schedules/schedules.module.css";
import { inGroups } from "@/components/ui/in-groups";

interface SampleStripProps {
  /** Number of all schedules. */
  total: bigint;
  draw: (count: number, seed: number) => Promise<readonly SampledEnding[] | null>;
  /** Number of the schedule in the diagram; null for another run. */
  shown: string | null;
  open: (number: bigint) => void;
  effects: readonly EffectDeclaration[];
  words: ScheduleWords;
  locale: Locale;
}

/** As many marks as two rows hold on a wide screen. */
const size = 84;

/** Schedules drawn with equal chances, each a mark that opens it, and a field for any number. */
export function SampleStrip({ total, draw, shown, open, effects, words, locale }: SampleStripProps) {
  const [seed, setSeed] = useState(1);
  const [sample, setSample] = useState<readonly SampledEnding[]>([]);
  useEffect(() => {
    let current = true;
    void draw(size, seed).then((drawn) => current && drawn && setSample(drawn));
    return () => {
      current = false;
    };
  }, [draw, seed]);
  const isAll = total <= BigInt(size);
  const values = { count: inGroups(sample.length, locale), total: inGroups(total, locale), seed: String(seed) };

  return (
    <section className={styles.section} aria-labelledby="strip">
      <h2 id="strip">{words.strip}</h2>
      <p className={styles.lead}>{fill(isAll ? words.stripAll : words.stripSome, values)}</p>
      <ul className={styles.strip}>
        {sample.map(({ number, verdict, effects: counts }) => {
          const most = mostOf(counts, effects);
          const label = fill(words.stripItem, {
            number: inGroups(BigInt(number), locale),
            outcome: outcomeLabel({ verdict, most }, effects, words, locale),
          });
          return (
            <li key={number}>
              <button
                type="button"
                data-violates={verdict !== "ok" || undefined}
                aria-label={label}
                title={label}
                aria-pressed={shown === number}
                onClick={() => open(BigInt(number))}
              >
                <OutcomeGlyph outcome={glyphOf[verdict]} effects={most} />
              </button>
            </li>
          );
        })}
      </ul>
      <OpenByNumber open={open} words={words}>
        {!isAll && (
          <button type="button" className="text-button" onClick={() => setSeed(seed + 1)}>
            {words.again}
          </button>
        )}
      </OpenByNumber>
    </section>
  );
}

interface OpenByNumberProps {
  open: (number: bigint) => void;
  children: React.ReactNode;
  words: ScheduleWords;
}

/** Any schedule by its number; groups of digits may be written as the page writes them. */
function OpenByNumber({ open, children, words }: OpenByNumberProps) {
  const [text, setText] = useState("");
  const digits = text.replace(/[\s,.\u00a0\u202f]/g, "");
  const isNumber = /^\d{1,40}$/.test(digits);
  return (
    <form
      className={styles.byNumber}
      onSubmit={(event) => {
        event.preventDefault();
        if (isNumber) open(BigInt(digits));
      }}
    >
      <label>
        {words.byNumber}
        <input inputMode="numeric" autoComplete="off" value={text} maxLength={60} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <button type="submit" aria-disabled={!isNumber}>
        {words.openNumber}
      </button>
      {children}
    </form>
  );
}
