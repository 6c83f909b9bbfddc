import type { HistoryEntry, Identity, Snapshot } from "../../process/history";
import { ProcessTree } from "../../process/tree";
import { applyMove } from "../../run/apply";
import { effectsOf, isDouble, outcomeOf, type Outcome } from "../../run/judge";
import { type Choice, type Choices, choicesOf, isQuiescent } from "../../run/moves";
import type { Simulation, System } from "../../run/simulation";
import type { VerdictName } from "../../scenario/scenario";

/** One choice of a schedule, with what could have been chosen in its place. */
export interface Step {
  choice: Choice;
  choices: Choices;
  after: System;
}

export interface Schedule {
  steps: readonly Step[];
  outcome: Outcome;
}

/** Every schedule, one after the other: nothing is remembered but the way to where it is, nothing is merged. */
export function* schedulesOf(simulation: Simulation): Generator<Schedule> {
  const stack: { system: System; choices: Choices; next: number }[] = [];
  const steps: Step[] = [];
  const enter = (system: System) => {
    const choices = choicesOf(simulation, system);
    if (choices.refusal) throw new Error(`refused: ${choices.refusal.code}`);
    stack.push({ system, choices, next: 0 });
  };
  enter(simulation.initial);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { system, choices } = top;
    if (top.next === 0 && isQuiescent(choices)) yield { steps: [...steps], outcome: outcomeOf(simulation, system) };
    const choice = choices.enabled[top.next++];
    if (choice) {
      const after = applyMove(simulation, system, choice.move).system;
      steps.push({ choice, choices, after });
      enter(after);
    } else {
      stack.pop();
      steps.pop();
    }
  }
}

/** Runs the handler's code anew for every question that is asked about it. */
class ForgetfulTree extends ProcessTree {
  override node(identity: Identity, history: readonly HistoryEntry[]): Snapshot {
    return this.program.replay(identity, history);
  }
}

/** The same simulation without a memory for histories and without cutting them. */
export function reexecuting(simulation: Simulation): Simulation {
  return {
    ...simulation,
    processes: simulation.processes.map((process) => {
      const { program } = process.tree;
      return { ...process, tree: new ForgetfulTree({ ...program, handler: { ...program.handler, keepsState: true } }) };
    }),
  };
}

export function namesOf({ steps }: Pick<Schedule, "steps">): string[] {
  return steps.map(({ choice }) => choice.name);
}

/** What simplicity is measured by: faults, switches, choices, names. */
export function costOf(steps: readonly Step[]): [number, number, number, string[]] {
  let faults = 0;
  let switches = 0;
  let previous: number | null = null;
  for (const { choice, choices } of steps) {
    if (choice.kind === "fault") faults++;
    if (choice.kind !== "step") continue;
    const actor = "process" in choice.move ? choice.move.process : -1;
    const couldGoOn = choices.enabled.some(
      ({ move }) => (move.move === "request" || move.move === "start") && move.process === previous,
    );
    if (previous !== null && actor !== previous && couldGoOn) switches++;
    previous = actor;
  }
  return [faults, switches, steps.length, steps.map(({ choice }) => choice.name)];
}

export function isSimpler(left: readonly Step[], right: readonly Step[]): boolean {
  const [one, other] = [costOf(left), costOf(right)];
  for (const index of [0, 1, 2] as const) if (one[index] !== other[index]) return one[index] < other[index];
  const different = one[3].findIndex((name, index) => name !== other[3][index]);
  return different >= 0 && (one[3][different] as string) < (other[3][different] as string);
}

export function simplestOf(candidates: Iterable<readonly Step[]>): readonly Step[] | null {
  let least: readonly Step[] | null = null;
  for (const steps of candidates) if (least === null || isSimpler(steps, least)) least = steps;
  return least;
}

/** The schedule up to the moment at which its verdict shows: a double as soon as it has happened. */
export function untilVerdict(simulation: Simulation, { steps }: Schedule, verdict: VerdictName): readonly Step[] {
  if (verdict !== "double") return steps;
  const first = steps.findIndex(({ after }) => isDouble(simulation, effectsOf(simulation, after)));
  return steps.slice(0, first + 1);
}

/** What a poll returned in this step; nothing for any other step. */
function recordsPolled(choice: string, after: System, process: number): string[] {
  const entry = after.processes[process]?.history.at(-1);
  if (!choice.endsWith("-poll") || !entry || !("value" in entry)) return [];
  return (entry.value as unknown as { id: string }[]).map(({ id }) => id);
}

interface CrashedDelivery {
  process: string;
  incarnation: number;
  after: string;
  message: string;
}

/** Crashes of a schedule in their order, and the class of each message: read off its choices. */
function crashesOf(simulation: Simulation, { steps }: Schedule): { crashes: CrashedDelivery[]; classes: Map<string, string> } {
  const letters = simulation.processes.map(({ name }) => name);
  const deliveries = letters.map(() => ({ messages: [] as string[], applied: [] as string[] }));
  const lives = letters.map(() => 1);
  const first = new Map<string, string>();
  const classes = new Map<string, string>();
  const crashes: CrashedDelivery[] = [];
  for (const { choice, after } of steps) {
    const { move } = choice;
    if (!("process" in move)) continue;
    const { process } = move;
    const delivery = deliveries[process] as (typeof deliveries)[number];
    const handed = move.move === "receive" ? [move.message] : recordsPolled(choice.name, after, process);
    if (handed.length > 0) {
      for (const message of handed) {
        const last = first.get(message);
        if (last === undefined) first.set(message, "start");
        else if (!classes.has(message)) classes.set(message, last);
      }
      deliveries[process] = { messages: handed, applied: [] };
    } else if (move.move === "auto-commit" || move.move === "restart") {
      // No step of a delivery; what follows a restart begins with a poll.
    } else if (move.move === "crash") {
      const { messages, applied } = delivery;
      const incarnation = lives[process] as number;
      crashes.push({ process: letters[process] ?? "", incarnation, after: [...applied].sort().join(), message: messages[0] ?? "" });
      lives[process] = incarnation + 1;
    } else {
      const verb = choice.name.slice(2).replace(/~\d+|-(replyLost|requestLost|serverError|ackLost)/g, "");
      delivery.applied = delivery.applied.filter((step) => step !== `${verb}-start`);
      const count = delivery.applied.filter((step) => step.split("~")[0] === verb).length;
      const step = count > 0 ? `${verb}~${count + 1}` : verb;
      delivery.applied.push(step);
      for (const message of delivery.messages) if (!classes.has(message)) first.set(message, step);
    }
  }
  return { crashes, classes };
}

/** Cells of the crash map that a schedule belongs to: process, incarnation, gap, class. */
export function cellsOf(simulation: Simulation, schedule: Schedule): string[] {
  const { crashes, classes } = crashesOf(simulation, schedule);
  return crashes.map(({ process, incarnation, after, message }) =>
    [process, incarnation, after, classes.get(message) ?? "none"].join(" | "),
  );
}

/** The cell of the map of all schedules that a schedule belongs to: the gap of its first crash, class. */
export function mapCellOf(simulation: Simulation, schedule: Schedule): string {
  const { crashes, classes } = crashesOf(simulation, schedule);
  const [first] = crashes;
  if (first) return [first.after, classes.get(first.message) ?? "none"].join(" | ");
  const [named = "none"] = simulation.scenario.messages.flatMap(({ id }) => classes.get(id) ?? []);
  return ["no crash", named].join(" | ");
}
