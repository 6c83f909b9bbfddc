import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { nodeExecutor, parseSql, readScenarioFolder } from "@/lib/content/engine";
import type { Words } from "@/lib/simulator/plain";
import { framesOf, offersOf, play } from "@/lib/simulator/run/run";
import { createSimulation, HandlerRefused, type HandlerChoice } from "@/lib/simulator/run/simulation";
import { textTable } from "@/lib/simulator/run/table";
import type { Scenario } from "@/lib/simulator/scenario/scenario";
import { describeRefusal } from "@/lib/simulator/words/say";
import type { Frames } from "@/lib/simulator/run/frame";
import { boundsFrom, exploreArguments, UsageError } from "./explore-arguments";

export interface Printed {
  /** 0: the schedule ran. 2: something that was asked for is not possible, and `error` says what in one sentence. */
  code: 0 | 2;
  output: string;
  error: string;
}

/** Runs one schedule of a scenario and prints it as a text table or as JSON. */
export async function explore(argv: readonly string[]): Promise<Printed> {
  try {
    const { output, trouble } = await runSchedule(argv);
    return { code: trouble === null ? 0 : 2, output, error: trouble ?? "" };
  } catch (error) {
    if (error instanceof UsageError) return { code: 2, output: "", error: error.message };
    if (error instanceof HandlerRefused) return { code: 2, output: "", error: describeRefusal(error.refusal).en };
    throw error;
  }
}

async function runSchedule(argv: readonly string[]): Promise<{ output: string; trouble: string | null }> {
  const options = exploreArguments(argv);
  const file = scenarioFile(options.scenario);
  const { loaded, handlers } = readScenarioFolder(resolve(file), file);
  if ("problems" in loaded) {
    throw new UsageError(
      loaded.problems
        .map(({ file: where, line, column, what, fix }) => `${where}:${line}:${column} ${what}; fix: ${fix}`)
        .join("\n"),
    );
  }
  const { scenario } = loaded;
  const simulation = createSimulation({
    scenario,
    bounds: boundsFrom(options, scenario),
    handlers: chooseHandlers(scenario, handlers, options.handlers, options.handlerFile),
    executor: await nodeExecutor(options.executor),
    parseSql,
  });
  const run = play(simulation, options.choices);
  const frames = framesOf(run);
  const offers = offersOf(run);
  const output = options.json
    ? JSON.stringify(
        { ...frames, choices: run.frames.map(({ choice }) => choice), next: offers.enabled.map(({ name }) => name) },
        null,
        2,
      )
    : report(frames, offers, options.language);
  return { output, trouble: (frames.stopped?.words ?? frames.refusal)?.[options.language] ?? null };
}

function scenarioFile(asked: string): string {
  const file = /[/\\]|\.ya?ml$/.test(asked) ? asked : `content/scenarios/${asked}/scenario.yaml`;
  if (!existsSync(file))
    throw new UsageError(
      `There is no scenario file ${file}. Give the slug of a folder in content/scenarios, or a path to a scenario.yaml.`,
    );
  return file;
}

/** For each role the handler asked for, otherwise the first that the scenario declares for it. */
function chooseHandlers(
  scenario: Scenario,
  sources: Record<string, string>,
  asked: Record<string, string>,
  file: string | null,
): Record<string, HandlerChoice> {
  const [firstRole] = scenario.processes;
  return Object.fromEntries(
    scenario.processes.map(({ role }) => {
      const own = scenario.handlers.filter((handler) => handler.role === role);
      const name = asked[role] ?? (role === firstRole?.role ? asked[""] : undefined) ?? own[0]?.name ?? "";
      if (!own.some((handler) => handler.name === name)) {
        throw new UsageError(
          `There is no handler ${name} for the role ${role}. It has ${own.map((handler) => handler.name).join(", ")}.`,
        );
      }
      const written = file !== null && role === firstRole?.role;
      return [role, { name, source: written ? readHandlerFile(file) : (sources[name] ?? ""), shipped: !written }];
    }),
  );
}

function readHandlerFile(file: string): string {
  if (!existsSync(file)) throw new UsageError(`There is no handler file ${file}.`);
  return readFileSync(file, "utf8");
}

function report(frames: Frames, offers: ReturnType<typeof offersOf>, language: keyof Words): string {
  const counts = Object.entries(frames.outcome.effects).map(
    ([effect, byIdentity]) =>
      `${effect}: ${Object.entries(byIdentity)
        .map(([identity, n]) => `${identity} ${n}`)
        .join(", ")}`,
  );
  const messages = Object.entries(frames.outcome.messages).map(([id, state]) => `${id} ${state}`);
  const log = frames.frames.flatMap((frame) => frame.log.map(({ life, text }) => `  ${life}  ${text}`));
  return [
    textTable(frames, language),
    "",
    ...frames.frames.map((frame, index) => `${index + 1}. ${frame.words[language]}`),
    ...(log.length > 0 ? ["", "log:", ...log] : []),
    "",
    [...counts, `messages: ${messages.join(", ")}`, `verdict: ${frames.verdict ?? "open"}`].join(" · "),
    ...(offers.enabled.length > 0 ? [`next: ${offers.enabled.map(({ name }) => name).join(" ")}`] : []),
    ...offers.blocked.map(({ name, words }) => `blocked: ${name} (${words[language]})`),
  ].join("\n");
}
