import { fingerprint, type Words } from "../plain";
import type { PendingRequest } from "../process/history";
import type { Fact } from "../world/facts";
import { isLogCall } from "../world/log/consumer";
import { consumerOf } from "../world/log/state";
import { isStoreCall } from "../world/key-store";
import { isRedisCall } from "../world/redis";
import { answerCell, callCell } from "../words/cells";
import { describeMove } from "../words/choices";
import { describeFact, describeRefusal } from "../words/say";
import { applyMove, type Transition } from "./apply";
import type { Frame, Frames, OperatorLine, Participant } from "./frame";
import { effectsOf, isDouble, outcomeOf } from "./judge";
import { partViews } from "./part-views";
import { keyStorePart } from "./key-store-moves";
import { type Choice, choiceNamed, type Choices, choicesOf, isQuiescent, type Move } from "./moves";
import { redisPart } from "./redis-moves";
import { engineVersion, lifeOf, nodeOf, type Simulation, type System } from "./simulation";
import { receiverOf } from "./world-step";

/** A run so far: the systems it went through and the frames between them. A value; going back is taking an earlier one. */
export interface Run {
  readonly simulation: Simulation;
  /** One more than frames. */
  readonly systems: readonly System[];
  readonly frames: readonly Frame[];
  readonly stopped: Frames["stopped"];
}

export function startRun(simulation: Simulation): Run {
  return { simulation, systems: [simulation.initial], frames: [], stopped: null };
}

export function currentSystem(run: Run): System {
  return run.systems.at(-1) as System;
}

/** The run with one more choice. When the choice is not possible the run stays where it is and says why. */
export function step(run: Run, name: string): Run {
  const { simulation } = run;
  const system = currentSystem(run);
  const choices = choicesOf(simulation, system);
  const choice = choiceNamed(choices, name);
  if (!choice) return { ...run, stopped: { choice: name, words: whyImpossible(run, choices, name) } };
  const transition = applyMove(simulation, system, choice.move);
  const frame = frameOf(run, system, choice, transition);
  return { ...run, systems: [...run.systems, transition.system], frames: [...run.frames, frame], stopped: null };
}

/** The run without its latest choice. */
export function back(run: Run): Run {
  return run.frames.length === 0
    ? { ...run, stopped: null }
    : { ...run, systems: run.systems.slice(0, -1), frames: run.frames.slice(0, -1), stopped: null };
}

/** Choices in order, up to the first that is not possible. */
export function play(simulation: Simulation, names: readonly string[]): Run {
  let run = startRun(simulation);
  for (const name of names) {
    run = step(run, name);
    if (run.stopped) break;
  }
  return run;
}

function whyImpossible(run: Run, choices: Choices, name: string): Words {
  const blocked = choices.blocked.find((candidate) => candidate.name === name);
  if (blocked) return describeFact(blocked.reason, lifeOf(run.simulation, currentSystem(run), blocked.process));
  const possible = choices.enabled.map((choice) => choice.name).join(", ");
  if (choices.refusal) return describeRefusal(choices.refusal);
  return possible === ""
    ? { ru: `«${name}» здесь невозможно: прогон окончен.`, en: `“${name}” is not possible here: the run has ended.` }
    : {
        ru: `«${name}» здесь невозможно. Возможно: ${possible}.`,
        en: `“${name}” is not possible here. Possible: ${possible}.`,
      };
}

/** A choice with the words for it. */
export interface OfferedChoice {
  name: string;
  kind: Choice["kind"];
  /** Letter of the process that it concerns; null when it concerns none. */
  process: string | null;
  words: Words;
}

/** What the run can do next, in words. @throws SqlRefused when SQL has to be read first */
export function offersOf(run: Run): {
  enabled: OfferedChoice[];
  blocked: { name: string; process: string; words: Words }[];
  refusal: Words | null;
} {
  const { simulation } = run;
  const system = currentSystem(run);
  const choices = choicesOf(simulation, system);
  const letterOf = (index: number) => simulation.processes[index]?.name ?? "";
  return {
    enabled: choices.enabled.map(({ name, kind, move }) => {
      const index = "process" in move ? move.process : null;
      const life = index === null ? "" : lifeOf(simulation, system, index);
      return {
        name,
        kind,
        process: index === null ? null : letterOf(index),
        words: describeMove(move, life, requestOfMove(simulation, system, move)),
      };
    }),
    blocked: choices.blocked.map(({ name, process, reason }) => ({
      name,
      process: letterOf(process),
      words: describeFact(reason, lifeOf(simulation, system, process)),
    })),
    refusal: choices.refusal ? describeRefusal(choices.refusal) : null,
  };
}

function requestOfMove(simulation: Simulation, system: System, move: Move): PendingRequest | null {
  if (!("request" in move)) return null;
  return nodeOf(simulation, system, move.process).pending.find(({ id }) => id === move.request) ?? null;
}

/** The whole run as plain data. */
export function framesOf(run: Run): Frames {
  const { simulation } = run;
  const system = currentSystem(run);
  const choices = choicesOf(simulation, system);
  const ended = isQuiescent(choices);
  const outcome = outcomeOf(simulation, system);
  const entries = Object.entries(simulation.handlers);
  return {
    scenario: simulation.scenario.slug,
    scenarioVersion: simulation.scenario.version,
    engineVersion,
    handlers: Object.fromEntries(entries.map(([role, { name }]) => [role, name])),
    codeVersion: codeVersionOf(simulation),
    bounds: simulation.bounds,
    participants: participantsOf(simulation),
    effects: effectsOf(simulation, simulation.initial),
    ...partViews(simulation, simulation.initial.world),
    frames: run.frames,
    ended,
    outcome,
    verdict: ended ? outcome.verdict : isDouble(simulation, outcome.effects) ? "double" : null,
    stopped: run.stopped,
    refusal: choices.refusal ? describeRefusal(choices.refusal) : null,
  };
}

/** Names the text of all handlers, and of the migration where there is one. */
export function codeVersionOf({ handlers, migration }: Simulation): string {
  const texts = Object.entries(handlers).map(([role, { source }]) => `${role}\n${source}`);
  return fingerprint([...texts, ...(migration === "" ? [] : [`migration\n${migration}`])].join("\n"));
}

const receiverNames: Record<string, Words> = {
  stripe: { ru: "Stripe", en: "Stripe" },
  mailer: { ru: "Почта", en: "Mailer" },
  alert: { ru: "Дежурный", en: "On call" },
  bank: { ru: "Банк", en: "Bank" },
  card: { ru: "Карты", en: "Card service" },
  reports: { ru: "Отчёты", en: "Reports" },
};

export function participantsOf(simulation: Simulation): Participant[] {
  const { world } = simulation.initial;
  return [
    ...(world.queue ? [{ id: "queue", kind: "queue" as const, name: { ru: "Очередь", en: "Queue" } }] : []),
    ...Object.keys(world.log?.partitions ?? {}).map((id) => ({
      id,
      kind: "partition" as const,
      name: { ru: `Партиция ${id}`, en: `Partition ${id}` },
    })),
    ...simulation.processes.map(({ name }) => ({
      id: name,
      kind: "process" as const,
      name: { ru: `Воркер ${name}`, en: `Worker ${name}` },
    })),
    ...(world.database ? [{ id: "database", kind: "database" as const, name: { ru: "База", en: "Database" } }] : []),
    ...(world.keyStore ? [{ id: keyStorePart, kind: "receiver" as const, name: { ru: "Ключи", en: "Keys" } }] : []),
    ...(world.redis ? [{ id: redisPart, kind: "receiver" as const, name: { ru: "Redis", en: "Redis" } }] : []),
    ...Object.keys(world.receivers).map((id) => ({
      id,
      kind: "receiver" as const,
      name: receiverNames[id] ?? { ru: id, en: id },
    })),
  ];
}

function frameOf(run: Run, before: System, choice: Choice, transition: Transition): Frame {
  const { simulation } = run;
  const { move } = choice;
  const index = "process" in move ? move.process : null;
  const life = index === null ? "" : lifeOf(simulation, before, index);
  const fact =
    transition.fact.fact === "handed" ? { ...transition.fact, delivery: deliveryNumber(run, move) } : transition.fact;
  const counts = effectsOf(simulation, transition.system);
  const changed = JSON.stringify(counts) !== JSON.stringify(effectsOf(simulation, before));
  return {
    choice: choice.name,
    kind: choice.kind,
    actor: index === null ? partOf(move) : (simulation.processes[index]?.name ?? ""),
    line: transition.request?.line ?? null,
    words: describeFact(fact, life),
    cells: cellsOf(simulation, before, move, fact, transition.request),
    effects: changed ? counts : null,
    log: operatorLines(simulation, transition, move, life),
    lines: linesOf(simulation, transition.system),
    ...waitingIn(simulation, transition.system),
    ...partViews(simulation, transition.system.world),
  };
}

/** How often the message was handed out, this time included. The world itself may have no need to count. */
function deliveryNumber(run: Run, move: Move): number {
  const message = move.move === "receive" ? move.message : "";
  return 1 + run.frames.filter((frame) => frame.choice.endsWith(`-${message}`)).length;
}

function partOf(move: Move): string {
  if (move.move === "partition-move") return move.partition;
  if (move.move === "session-end") return "database";
  if (move.move === "reservation-end") return keyStorePart;
  if (move.move === "redis-end" || move.move === "redis-failover") return redisPart;
  return move.move === "forget" || move.move === "call-end" ? move.part : "queue";
}

function cellsOf(simulation: Simulation, before: System, move: Move, fact: Fact, request: PendingRequest | null): Frame["cells"] {
  const process = "process" in move ? (simulation.processes[move.process]?.name ?? "") : null;
  if (process === null) return { [partOf(move)]: answerCell(fact) };
  if (fact.fact === "handed")
    return {
      queue: { ru: `${fact.message} → ${process}`, en: `${fact.message} → ${process}` },
      [process]: answerCell(fact),
    };
  if (fact.fact === "crashed" && fact.requeued !== undefined)
    return {
      queue: answerCell({ fact: "visible-again", ...fact.requeued, because: "lease-ended" }),
      [process]: answerCell(fact),
    };
  if (fact.fact === "offsets-auto-committed") {
    const committed = Object.entries(fact.offsets).map(([name, offset]) => [
      name,
      answerCell({ fact: "offset-committed", partition: name, offset }),
    ]);
    return { [process]: { ru: "таймер", en: "timer" }, ...(Object.fromEntries(committed) as Frame["cells"]) };
  }
  if (request && isLogCall(request)) {
    const reader = "process" in move ? lifeOf(simulation, before, move.process) : "";
    const latest = before.world.log && consumerOf(before.world.log, reader)?.latest;
    const partition = fact.fact === "polled" ? fact.partition : latest;
    return { [process]: callCell(request), ...(partition ? { [partition]: answerCell(fact) } : {}) };
  }
  if (!request || request.port === "clock.sleep") return { [process]: answerCell(fact) };
  const receiver = receiverOf(request) ?? partAnswering(request);
  return { [process]: callCell(request), [receiver]: answerCell(fact) };
}

function partAnswering(request: PendingRequest): string {
  if (isStoreCall(request)) return keyStorePart;
  if (isRedisCall(request)) return redisPart;
  return request.port === "db.query" ? "database" : "queue";
}

/** What the operator's log gains: lines that the code wrote, errors that nobody caught, restarts. */
function operatorLines(simulation: Simulation, transition: Transition, move: Move, life: string): OperatorLine[] {
  if (move.move === "crash" || move.move === "restart")
    return [{ life: lifeOf(simulation, transition.system, move.process), text: "process started" }];
  const { acted } = transition;
  if (!acted) return [];
  const lines = acted.after.log.slice(acted.before.log.length).map(({ text }) => ({ life, text }));
  const { thrown } = acted.after;
  if (thrown && (move.move === "receive" || acted.before.thrown === null))
    lines.push({ life, text: `uncaught ${thrown.name}: ${thrown.message}` });
  return lines;
}

/** Nothing when nobody waits: frames have to stay small. */
function waitingIn(simulation: Simulation, system: System): Pick<Frame, "waiting"> {
  const blocked = choicesOf(simulation, system).blocked.map(({ process }) => simulation.processes[process]?.name ?? "");
  return blocked.length > 0 ? { waiting: [...new Set(blocked)] } : {};
}

function linesOf(simulation: Simulation, system: System): Frame["lines"] {
  return Object.fromEntries(
    simulation.processes.flatMap(({ name }, index) => {
      const lines = nodeOf(simulation, system, index)
        .pending.map(({ line }) => line)
        .filter((line) => line !== null);
      return lines.length > 0 ? [[name, [...new Set(lines)]] as const] : [];
    }),
  );
}
