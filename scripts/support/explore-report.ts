import type { CrashCell } from "@/lib/simulator/explore/crash-map";
import type { Exploration } from "@/lib/simulator/explore/explore";
import { inEnglish, inRussian, proofOf } from "@/lib/simulator/explore/proof";
import type { Words } from "@/lib/simulator/plain";
import type { EffectCounts } from "@/lib/simulator/run/judge";
import type { Frames } from "@/lib/simulator/run/frame";
import { framesOf, play, type offersOf } from "@/lib/simulator/run/run";
import { textTable } from "@/lib/simulator/run/table";

/** What a terminal shows of one schedule. */
export function scheduleReport(frames: Frames, offers: ReturnType<typeof offersOf>, language: keyof Words): string {
  const messages = Object.entries(frames.outcome.messages).map(([id, state]) => `${id} ${state}`);
  const log = frames.frames.flatMap((frame) => frame.log.map(({ life, text }) => `  ${life}  ${text}`));
  return [
    textTable(frames, language),
    "",
    ...frames.frames.map((frame, index) => `${index + 1}. ${frame.words[language]}`),
    ...(log.length > 0 ? ["", "log:", ...log] : []),
    "",
    [effectsText(frames.outcome.effects), `messages: ${messages.join(", ")}`, `verdict: ${frames.verdict ?? "open"}`].join(
      " · ",
    ),
    ...(offers.enabled.length > 0 ? [`next: ${offers.enabled.map(({ name }) => name).join(" ")}`] : []),
    ...offers.blocked.map(({ name, words }) => `blocked: ${name} (${words[language]})`),
  ].join("\n");
}

/** What a terminal shows of all schedules. */
export function explorationReport(exploration: Exploration, language: keyof Words, trace: boolean): string {
  const { outcomes, counterexample, verdict, simulation, loop } = exploration;
  const number = language === "ru" ? inRussian : inEnglish;
  const isProof = exploration.stopped === null;
  const lines = [proofOf(exploration)[language]];
  if (outcomes.length > 0) {
    lines.push(
      "",
      ...table([
        ["verdict", "schedules", "effects", "messages", "observed"],
        ...outcomes.map(({ outcome, schedules }) => [
          outcome.verdict,
          isProof ? number(schedules) : "?",
          effectsText(outcome.effects),
          pairs(outcome.messages),
          pairs(outcome.observed),
        ]),
      ]),
    );
  }
  if (counterexample) {
    const frames = framesOf(play(simulation, counterexample));
    lines.push(
      "",
      `${isProof ? "simplest" : "a"} counterexample, ${verdict}: ${counterexample.join(".")}`,
      ...(loop && verdict === "stuck" ? [`from step ${loop.into.length + 1} on it repeats for ever`] : []),
      ...frames.frames.map((frame, index) => `${index + 1}. ${frame.words[language]}`),
      ...(trace ? ["", textTable(frames, language)] : []),
    );
  }
  if (exploration.crashMap && exploration.crashMap.length > 0)
    lines.push("", ...crashMapTable(exploration.crashMap, number));
  const { states, handlerRuns, milliseconds } = exploration;
  lines.push("", `${states} states, ${handlerRuns} handler runs, ${Math.round(milliseconds)} ms`);
  return lines.join("\n");
}

/** The first process in its first life; the others are in the JSON. */
function crashMapTable(cells: readonly CrashCell[], number: (count: bigint | null) => string): string[] {
  const [first] = cells;
  const shown = cells.filter(({ process, incarnation }) => process === first?.process && incarnation === 1);
  return [
    `crash map of ${first?.process}, first life; all cells: --json`,
    ...table([
      ["crash after", "second delivery", "schedules"],
      ...shown.map((cell) => [
        cell.gap.after.join(", ") || "–",
        cell.class,
        cell.outcomes.map(({ verdict, effects, schedules }) => `${verdict} (${effectsText(effects)}) ${number(schedules)}`).join(", "),
      ]),
    ]),
  ];
}

function effectsText(effects: EffectCounts): string {
  return Object.entries(effects)
    .map(([effect, byIdentity]) => `${effect}: ${pairs(byIdentity)}`)
    .join(" · ");
}

function pairs(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(", ");
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
