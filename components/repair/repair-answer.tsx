import type { ReactNode } from "react";
import { headlineOf } from "@/components/lab/headline";
import type { LabWords } from "@/components/lab/lab-words";
import type { FinishedSearch, Search } from "@/components/lab/use-exploration";
import { outcomeRows, schedulesWith } from "@/components/lab/verdict-of";
import type { Idea } from "@/components/repair/repair-room";
import type { RepairWords } from "@/components/repair/repair-words";
import { fill } from "@/components/ui/fill";
import { inGroups } from "@/components/ui/in-groups";
import { OutcomeGlyph } from "@/components/ui/outcome-glyph";
import type { Locale } from "@/lib/locale";
import type { Progress } from "@/lib/simulator/explore/explore";
import type { EffectDeclaration, VerdictName } from "@/lib/simulator/scenario/scenario";
import type { PlacedRefusal } from "@/lib/simulator/worker/explore-protocol";
import styles from "@/components/repair/repair.module.css";

interface RepairAnswerProps {
  search: Search;
  /** True when the code has changed since. */
  isStale: boolean;
  /** What is known of the handler that the repair began with. */
  before: Search | undefined;
  prove: () => void;
  stop: () => void;
  /** What the server says about a proof. */
  server: ReactNode;
  goTo: (refusal: PlacedRefusal, line: number) => void;
  effects: readonly EffectDeclaration[];
  ideas: readonly Idea[];
  places: { diagram: string; map: string };
  words: RepairWords;
  labWords: LabWords;
  locale: Locale;
}

/** What all schedules of the learner's handler lead to: green when proved, red for a counterexample, grey for no proof. */
export function RepairAnswer(props: RepairAnswerProps) {
  const { search, isStale, prove, stop, words } = props;
  const isRunning = search.state === "running" || search.state === "waiting";
  return (
    <div className={styles.answer} data-tone={toneOf(search)} data-stale={isStale || undefined}>
      {isStale && !isRunning && <p className={styles.stale}>{words.again}</p>}
      <div className={styles.told}>
        <Told {...props} />
        {!isStale && props.server}
      </div>
      <p className={styles.act}>
        {isRunning ? (
          <button key="stop" type="button" className="button-line" onClick={stop}>
            {words.stop}
          </button>
        ) : (
          <button key="prove" type="button" className={search.state === "none" || isStale ? "button" : "button-line"} onClick={prove}>
            {words.prove}
          </button>
        )}
        {!isRunning && <kbd>Ctrl + Enter</kbd>}
      </p>
    </div>
  );
}

function toneOf(search: Search): "proved" | "violated" | undefined {
  if (search.state !== "done" || search.refusal) return undefined;
  const isBad = search.result.outcomes.some(({ verdict }) => verdict !== "ok");
  if (isBad) return "violated";
  return search.stopped === null ? "proved" : undefined;
}

function Told({ search, before, goTo, effects, ideas, places, words, labWords, locale }: RepairAnswerProps) {
  switch (search.state) {
    case "none":
      return (
        <>
          <p className={styles.state}>{words.ready}</p>
          <p className={styles.sentence}>{words.readyLead}</p>
        </>
      );
    case "waiting":
    case "running":
      return <Running progress={search.state === "running" ? search.progress : null} words={words} labWords={labWords} locale={locale} />;
    case "failed":
      return <p role="status">{labWords.failed}</p>;
    case "refused":
      return <Refused refusal={search.refusal} hasRun={false} goTo={goTo} words={words} locale={locale} />;
    case "done":
      if (search.refusal) return <Refused refusal={search.refusal} hasRun goTo={goTo} words={words} locale={locale} />;
      return <Verdict search={search} before={before} effects={effects} ideas={ideas} places={places} words={words} labWords={labWords} locale={locale} />;
  }
}

type RunningProps = Pick<RepairAnswerProps, "words" | "labWords" | "locale"> & { progress: Progress | null };

/** How far the search has come: states that are done beside those that are known and wait. */
function Running({ progress, words, labWords, locale }: RunningProps) {
  const { states, waiting } = progress ?? { states: 0, waiting: 0 };
  const share = states + waiting === 0 ? 0 : states / (states + waiting);
  return (
    <>
      <p className={styles.state} role="status">
        {words.checking}
      </p>
      <p className={styles.headline}>{words.checkingNone}</p>
      <svg className={styles.share} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="4" />
        <rect data-seen width={(100 * share).toFixed(1)} height="4" />
      </svg>
      <p className={styles.fine}>
        {progress === null ? labWords.loading : fill(labWords.searched, { states: inGroups(states, locale), waiting: inGroups(waiting, locale) })}
      </p>
    </>
  );
}

type RefusedProps = Pick<RepairAnswerProps, "goTo" | "words" | "locale"> & { refusal: PlacedRefusal; hasRun: boolean };

function Refused({ refusal, hasRun, goTo, words, locale }: RefusedProps) {
  const { words: why, line } = refusal;
  return (
    <>
      <p className={styles.state}>{words.cannotRun}</p>
      <p className={styles.sentence} role="status">
        {why[locale]} {hasRun && words.cannotRunFrom}
      </p>
      {line !== null && (
        <p>
          <button type="button" className="text-button" onClick={() => goTo(refusal, line)}>
            {fill(words.line, { line: String(line) })}
          </button>
        </p>
      )}
    </>
  );
}

type VerdictProps = Pick<RepairAnswerProps, "before" | "effects" | "ideas" | "places" | "words" | "labWords" | "locale"> & { search: FinishedSearch };

function Verdict({ search, before, effects, ideas, places, words, labWords, locale }: VerdictProps) {
  const { result, stopped, counterexample, world } = search;
  const { alsoProved } = world.setup.scenario;
  const rows = outcomeRows(result, effects, locale);
  const { name, rest, tone } = headlineOf(result, stopped === null, rows, labWords, locale);
  const worst = rows[0]?.verdict ?? "ok";
  return (
    <>
      <p className={styles.state}>
        {tone === "proved" && <OutcomeGlyph outcome="proved" />}
        {tone === "violated" && rows[0] && <OutcomeGlyph outcome={glyphs[worst]} effects={rows[0].most} />}
        {tone === "proved" ? words.proved : tone === "violated" ? words.refuted : words.partial}
      </p>
      <h3 className={styles.headline}>
        <em>{name}</em> {rest}
      </h3>
      <p className={styles.sentence} role="status">
        {result.proof[locale]}
      </p>
      {world.title && <p className={styles.ideas}>{fill(words.inWorld, { world: world.title[locale] })}</p>}
      {tone === "proved" && alsoProved.length > 0 && (
        <p className={styles.ideas}>{fill(words.alsoIn, { worlds: alsoProved.map(({ title }) => title[locale]).join("; ") })}</p>
      )}
      {worst !== "ok" && <p className={styles.open}>{words.open[worst]}</p>}
      {worst !== "ok" && ideas.length > 0 && <Ideas ideas={ideas} words={words} />}
      {counterexample && (
        <p>
          <a href={`#${places.diagram}`}>{words.toRun}</a>
        </p>
      )}
      <dl className={styles.numbersOf}>
        <Number name={words.states}>{inGroups(result.states, locale)}</Number>
        <Number name={words.runs}>{inGroups(result.handlerRuns, locale)}</Number>
        <Number name={words.time}>{(result.milliseconds / 1000).toFixed(2).replace(".", locale === "ru" ? "," : ".")}</Number>
        <Before before={before} effects={effects} words={words} locale={locale} />
      </dl>
      {stopped === null && (
        <p>
          <a href={`#${places.map}`}>{words.toMap}</a>
        </p>
      )}
    </>
  );
}

const glyphs: Record<VerdictName, "double" | "lost" | "wrong" | "stuck" | "one"> = { double: "double", lost: "lost", wrong: "wrong", stuck: "stuck", ok: "one" };

/** How many schedules of the earlier handler violate within the same bounds. */
function Before({ before, effects, words, locale }: Pick<VerdictProps, "before" | "effects" | "words" | "locale">) {
  if (before?.state !== "done" || before.result.schedules === null || before.stopped !== null) return null;
  const rows = outcomeRows(before.result, effects, locale);
  const all = BigInt(before.result.schedules);
  const fine = schedulesWith(rows, "ok");
  if (fine === null) return null;
  return <Number name={words.before}>{fill(words.beforeOf, { bad: inGroups(all - fine, locale), all: inGroups(all, locale) })}</Number>;
}

function Number({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Ideas({ ideas, words }: { ideas: readonly Idea[]; words: RepairWords }) {
  return (
    <p className={styles.ideas}>
      {words.idea}{" "}
      {ideas.map(({ title, address }, index) => (
        <span key={address}>
          {index > 0 && "; "}
          <a href={address}>{title}</a>
        </span>
      ))}
    </p>
  );
}
