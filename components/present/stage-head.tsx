import { fill } from "@/components/ui/fill";
import type { PresentWords } from "@/components/present/present-words";
import type { Presented } from "@/components/present/use-presented-run";
import { crashWords } from "@/components/simulator/crash/crash-words";
import type { CrashHandle } from "@/components/simulator/crash/use-crash-handle";
import { effectsAt } from "@/components/simulator/run-at";
import type { Locale } from "@/lib/locale";
import type { Frames } from "@/lib/simulator/run/frame";
import type { Scenario } from "@/lib/simulator/scenario/scenario";
import { describeSetting } from "@/lib/simulator/words/bounds";
import { countEnglish, countRussian } from "@/lib/simulator/words/numbers";
import styles from "@/components/present/present.module.css";
import { inGroups } from "@/components/ui/in-groups";

interface StageHeadProps {
  scenario: Scenario;
  /** Title of the handler. */
  handler: string;
  /** The run that is shown; null until there is one. */
  frames: Frames | null;
  at: number;
  handle: CrashHandle | null;
  state: Presented["state"];
  words: PresentWords;
  locale: Locale;
}

/** The one sentence: how often the effect has happened so far, and what that makes of the run once it has ended. */
export function StageHead({ scenario, handler, frames, at, handle, state, words, locale }: StageHeadProps) {
  return (
    <header className={styles.head}>
      <h1>{frames ? <Outcome scenario={scenario} frames={frames} at={at} words={words} locale={locale} /> : scenario.title[locale]}</h1>
      <div>
        <p>{handler}</p>
        <p role={state === "ready" ? undefined : "status"}>{state === "ready" ? handle && <Counts handle={handle} words={words} locale={locale} /> : words[state]}</p>
      </div>
    </header>
  );
}

function Outcome({ scenario, frames, at, words, locale }: Pick<StageHeadProps, "scenario" | "at" | "words" | "locale"> & { frames: Frames }) {
  const counts = effectsAt(frames, at);
  const isEnd = at === frames.frames.length;
  const verdict = isEnd ? frames.verdict : null;
  const isBad = verdict !== null && verdict !== "ok";
  const counted = scenario.effects.flatMap((effect) => Object.entries(counts[effect.name] ?? {}).map(([identity, count]) => ({ effect, identity, count })));
  const isTooMany = counted.some(({ effect, count }) => count > effect.wanted);
  return (
    <>
      {counted.map(({ effect: { name, noun }, identity, count }, index) => (
        <span key={`${name} ${identity}`}>
          {index > 0 && ", "}
          <em data-violated={isBad || isTooMany || undefined}>{locale === "ru" ? countRussian(count, noun.ru) : countEnglish(count, noun.en)}</em> {words.simulator.per} {identity}
        </span>
      ))}
      {verdict !== null && verdict !== "double" && verdict !== "ok" && <>: {words.simulator.verdict[verdict]}</>}
    </>
  );
}

/** What a crash where the handle stands leads to, and which of the ways to go on is shown. */
function Counts({ handle: { point, side, scale }, words, locale }: { handle: CrashHandle; words: PresentWords; locale: Locale }) {
  const { schedules } = point;
  const bounds = describeSetting(scale.undisturbed.bounds)[locale];
  return (
    <>
      {schedules && fill(words.here, { violating: inGroups(BigInt(schedules.violating), locale), all: inGroups(BigInt(schedules.all), locale), bounds })}
      <br />
      {side === "otherOrder" ? crashWords.otherOrder[locale] : words[side]}
    </>
  );
}
