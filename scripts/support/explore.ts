import { readFileSync, statSync } from "node:fs";
import { nodeExecutor, parseSql } from "@/lib/content/engine";
import { exploreInTurns, type Exploration, type Progress } from "@/lib/simulator/explore/explore";
import { resultOf } from "@/lib/simulator/explore/result";
import { framesOf, offersOf, play } from "@/lib/simulator/run/run";
import { createSimulation, HandlerRefused, type HandlerChoice, type Simulation } from "@/lib/simulator/run/simulation";
import type { Scenario } from "@/lib/simulator/scenario/scenario";
import { describeRefusal } from "@/lib/simulator/words/say";
import { boundsFrom, exploreArguments, noRole, type ExploreOptions } from "./explore-arguments";
import { explorationReport, scheduleReport } from "./explore-report";
import { readScenarioArgument, UsageError } from "./scenario-argument";

export interface Printed {
  /**
   * 0: the schedule ran, or all schedules were covered. 2: something that was asked for is not possible, and `error`
   * says what in one sentence. 3: the exploration stopped early; `output` is what was seen, and no proof.
   */
  code: 0 | 2 | 3;
  output: string;
  error: string;
}

/** What the terminal adds to a command. */
export interface Terminal {
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
}

/** Explores a scenario or runs one of its schedules, and prints it as text or as JSON. */
export async function explore(argv: readonly string[], terminal: Terminal = {}): Promise<Printed> {
  try {
    const options = exploreArguments(argv);
    const simulation = await simulationOf(options);
    if (options.choices) return runSchedule(simulation, options, options.choices);
    const exploration = await exploreInTurns(simulation, {
      ...terminal,
      crashMap: options.schedule === null,
      now: () => performance.now(),
      pause: () => new Promise((resolve) => void setImmediate(resolve)),
    });
    return options.schedule === null
      ? printExploration(exploration, options)
      : runSchedule(simulation, options, scheduleNumbered(exploration, options.schedule));
  } catch (error) {
    if (error instanceof UsageError) return { code: 2, output: "", error: error.message };
    throw error;
  }
}

function scheduleNumbered(exploration: Exploration, number: bigint): string[] {
  const choices = exploration.numbering.scheduleAt(number);
  if (choices) return choices;
  if (exploration.schedules !== null)
    throw new UsageError(`There are ${exploration.schedules} schedules within these bounds, and none has the number ${number}.`);
  throw new UsageError(
    exploration.stopped === null
      ? "Runs can go round for ever within these bounds, so schedules have no numbers. Give --max-receive N, or --choices."
      : "The exploration stopped early, so schedules have no numbers. Give smaller bounds, or --choices.",
  );
}

function printExploration(exploration: Exploration, { json, trace, executor, language }: ExploreOptions): Printed {
  const { stopped, refusal, simulation, counterexample } = exploration;
  const shown = trace && counterexample ? { trace: framesOf(play(simulation, counterexample)) } : {};
  const output = json
    ? JSON.stringify({ ...resultOf(exploration, executor), ...shown }, null, 2)
    : explorationReport(exploration, language, trace);
  if (refusal) {
    const way = refusal.choices.join(".") || "the start";
    return { code: 2, output, error: `${handlerOf(simulation, refusal.refusal.process)}: ${describeRefusal(refusal.refusal)[language]} (${way})` };
  }
  return { code: stopped === null ? 0 : 3, output, error: "" };
}

async function simulationOf(options: ExploreOptions): Promise<Simulation> {
  const { scenario, handlers } = readScenarioArgument(options.scenario);
  const bounds = boundsFrom(options, scenario);
  const chosen = chooseHandlers(scenario, handlers, options.handlers, options.handlerFile);
  const executor = await nodeExecutor(options.executor);
  try {
    return createSimulation({ scenario, bounds, handlers: chosen, executor, parseSql });
  } catch (error) {
    if (!(error instanceof HandlerRefused)) throw error;
    const role = error.role ?? "";
    const name = chosen[role]?.shipped ? `handlers/${chosen[role]?.name}.ts` : options.handlerFile;
    throw new UsageError(`${name} (${role}): ${describeRefusal(error.refusal)[options.language]}`);
  }
}

/** Which file a process runs, and in which role: with several roles the line alone says too little. */
function handlerOf({ handlers, processes }: Simulation, process: string): string {
  const role = processes.find(({ name }) => name === process)?.role ?? "";
  const handler = handlers[role];
  return `${handler?.shipped ? `handlers/${handler.name}.ts` : "the handler file"} (${role})`;
}

function runSchedule(simulation: Simulation, { json, language }: ExploreOptions, choices: readonly string[]): Printed {
  const run = play(simulation, choices);
  const frames = framesOf(run);
  const offers = offersOf(run);
  const output = json
    ? JSON.stringify(
        { ...frames, choices: run.frames.map(({ choice }) => choice), next: offers.enabled.map(({ name }) => name) },
        null,
        2,
      )
    : scheduleReport(frames, offers, language);
  const trouble = (frames.stopped?.words ?? frames.refusal)?.[language] ?? null;
  return { code: trouble === null ? 0 : 2, output, error: trouble ?? "" };
}

/** For each role the handler asked for, otherwise the first that the scenario declares for it. */
function chooseHandlers(
  scenario: Scenario,
  sources: Record<string, string>,
  asked: Record<string, string>,
  file: string | null,
): Record<string, HandlerChoice> {
  const [firstRole] = scenario.processes;
  const roles = scenario.processes.map(({ role }) => role);
  const unknown = Object.keys(asked).find((role) => role !== "" && !roles.includes(role));
  if (unknown !== undefined) throw new UsageError(noRole(unknown, roles));
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
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new UsageError(`There is no handler file ${file}.`);
  return readFileSync(file, "utf8");
}
