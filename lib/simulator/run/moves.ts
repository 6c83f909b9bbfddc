import type { PendingRequest, Refusal, Snapshot } from "../process/history";
import type { Fact } from "../world/facts";
import { abandonedCalls } from "../world/keyed-receiver";
import { rememberedIds } from "../world/publish";
import { abandoned, deadLettered, expirable, receivable } from "../world/queue";
import type { Caller } from "../world/part";
import { lifeOf, nodeOf, type Process, type ProcessState, type Simulation, type System } from "./simulation";
import { logEvents, logFaults } from "./log-moves";
import { keyStoreEvents, keyStoreFaults } from "./key-store-moves";
import { redisEvents, redisFaults } from "./redis-moves";
import { refusalOf } from "./refused";
import { arrival, canStrike, hasTransaction, isUnderWay, keyOfStart, requestFaults, respond, type RequestFault } from "./world-step";

/** One thing that can happen next. Processes are given by their position. */
export type Move =
  | { move: "receive"; process: number; message: string }
  | { move: "request"; process: number; request: number; deadlock: boolean }
  /** A call whose receiver takes time is begun; its answer is a `request` of its own. */
  | { move: "start"; process: number; request: number; key: string }
  /** `applied`: whether a COMMIT whose answer got lost was carried out. */
  /** A query that has to wait takes the snapshot of its transaction before that. */
  | { move: "arrive"; process: number; request: number }
  | { move: "faulty-request"; process: number; request: number; fault: RequestFault; applied?: true }
  | { move: "crash"; process: number }
  | { move: "sigterm"; process: number }
  | { move: "redrive" }
  | { move: "redis-end"; key: string; kept: boolean }
  | { move: "redis-failover"; key: string }
  | { move: "expiry"; message: string }
  | { move: "forget"; part: string; key: string }
  | { move: "call-end"; part: string; key: string }
  | { move: "lease-end"; message: string }
  | { move: "reservation-end"; key: string; kept: boolean }
  | { move: "session-end"; life: string }
  | { move: "partition-move"; partition: string; to: string; because: "rebalance" | "session-timeout" }
  | { move: "auto-commit"; process: number }
  /** The loop of a consumer has ended, and begins again. */
  | { move: "restart"; process: number }
  | { move: "wake"; process: number; request: number };

export interface Choice {
  /** Short and stable, without dots: choices are joined by dots in links and commands. */
  name: string;
  kind: "step" | "fault" | "event";
  move: Move;
}

export interface BlockedChoice {
  name: string;
  process: number;
  reason: Fact;
}

/** What can happen next, in a fixed order: steps by process, then events, then faults. */
export interface Choices {
  enabled: Choice[];
  blocked: BlockedChoice[];
  /** Set when a handler did something that cannot run here; nothing can happen after that. */
  refusal: (Refusal & { process: string }) | null;
}

/** A choice by its name; undefined when it is not enabled. */
export function choiceNamed(choices: Choices, name: string): Choice | undefined {
  return choices.enabled.find((choice) => choice.name === name);
}

/** True when a schedule may end here: no step and no event is left. */
export function isQuiescent(choices: Choices): boolean {
  return choices.refusal === null && choices.enabled.every(({ kind }) => kind === "fault");
}

/** Lists what can happen next. @throws SqlRefused with the reason `no-parser`, when SQL has to be read first */
export function choicesOf(simulation: Simulation, system: System): Choices {
  const nodes = simulation.processes.map((_, index) => nodeOf(simulation, system, index));
  for (const [index, node] of nodes.entries()) {
    const refusal = refusalOf(simulation, node);
    if (refusal)
      return {
        enabled: [],
        blocked: [],
        refusal: { ...refusal, process: (simulation.processes[index] as Process).name },
      };
  }
  const requests = requestChoices(simulation, system, nodes);
  const receives = receiveChoices(simulation, system, nodes);
  const immediate = [...receives.filter(({ delayed }) => !delayed).map(({ choice }) => choice), ...requests.enabled];
  // A back-off is longer than anything else: a delayed message comes when nothing else can go on.
  const steps = immediate.length > 0 ? immediate : receives.map(({ choice }) => choice);
  steps.sort((left, right) => actorOf(left.move) - actorOf(right.move));
  const stepsAndEvents = [...steps, ...eventChoices(simulation, system, nodes)];
  const faults = faultChoices(simulation, system, nodes);
  return {
    enabled: [...stepsAndEvents, ...faults, ...(stepsAndEvents.length === 0 ? lateChoices(system) : [])],
    blocked: requests.blocked,
    refusal: null,
  };
}

/** A redrive comes when everything has come to rest: somebody looks at the dead-letter queue and sends all of it back. */
function lateChoices({ budgets, world: { queue } }: System): Choice[] {
  if (budgets.redrive === 0 || !queue || deadLettered(queue).length === 0) return [];
  return [{ name: "redrive", kind: "fault", move: { move: "redrive" } }];
}

function actorOf(move: Move): number {
  return "process" in move ? move.process : -1;
}

/** Who a process is to the parts it calls. */
export function callerOf(simulation: Simulation, system: System, index: number): Caller {
  const { name } = simulation.processes[index] as Process;
  return {
    process: name,
    life: lifeOf(simulation, system, index),
    message: (system.processes[index] as ProcessState).holding,
  };
}

function receiveChoices(
  simulation: Simulation,
  system: System,
  nodes: readonly Snapshot[],
): { choice: Choice; delayed: boolean }[] {
  const { queue } = system.world;
  if (!queue) return [];
  return simulation.processes.flatMap(({ name, starts, consumes }, process) => {
    if (starts !== "message" || nodes[process]?.status !== "idle") return [];
    return receivable(queue, simulation.queueProfile, consumes).map(({ id, delayed }) => ({
      choice: {
        name: `${name}-${id}`,
        kind: "step" as const,
        move: { move: "receive" as const, process, message: id },
      },
      delayed,
    }));
  });
}

/** The verb of a request: what stands in the name of its choice. */
export function verbOf(request: PendingRequest): string {
  switch (request.port) {
    case "db.query":
      return /[a-z]+/i.exec(String(request.args["sql"]))?.[0].toLowerCase() ?? "query";
    case "stripe.charges.create":
      return "charge";
    case "mailer.send":
      return "mail";
    case "coordinator.waitForChange":
      return "wait";
    case "receiver.call":
      return String(request.args["effect"])
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-");
    default:
      return request.port.replace(/^.*\./, "");
  }
}

interface WaitingRequest {
  name: string;
  process: number;
  request: PendingRequest;
  life: string;
  waitsFor: string;
  reason: Fact;
}

function requestChoices(
  simulation: Simulation,
  system: System,
  nodes: readonly Snapshot[],
): { enabled: Choice[]; blocked: BlockedChoice[] } {
  const enabled: Choice[] = [];
  const blocked: BlockedChoice[] = [];
  const waiting: WaitingRequest[] = [];
  for (const { process, request, name } of pendingRequests(simulation, nodes)) {
    if (request.port === "clock.sleep") continue;
    // `pg`: one connection answers its queries in the order in which they were sent.
    const first = nodes[process]?.pending.find(({ port }) => port === "db.query");
    if (request.port === "db.query" && first !== request) {
      blocked.push({ name, process, reason: { fact: "waits-in-line" } });
      continue;
    }
    const key = keyOfStart(simulation, system.world, request);
    if (key !== null) {
      enabled.push({ name: `${name}-start`, kind: "step", move: { move: "start", process, request: request.id, key } });
      continue;
    }
    const caller = callerOf(simulation, system, process);
    const response = respond(simulation, system.world, request, caller);
    if ("blocked" in response && request.port !== "db.query")
      blocked.push({ name, process, reason: response.blocked });
    else if ("blocked" in response) {
      if (arrival(simulation, system.world, request, caller))
        enabled.push({ name: `${name}-arrive`, kind: "step", move: { move: "arrive", process, request: request.id } });
      waiting.push({
        name,
        process,
        request,
        life: caller.life,
        waitsFor: response.waitsFor,
        reason: response.blocked,
      });
    }
    else enabled.push({ name, kind: "step", move: { move: "request", process, request: request.id, deadlock: false } });
  }
  for (const one of waiting) {
    if (isInCircle(one, waiting))
      enabled.push({
        name: one.name,
        kind: "step",
        move: { move: "request", process: one.process, request: one.request.id, deadlock: true },
      });
    else blocked.push({ name: one.name, process: one.process, reason: one.reason });
  }
  return { enabled, blocked };
}

/** True when following who waits for whom in the database leads back: PostgreSQL then ends one of them, and which is not foreseeable. */
function isInCircle(start: WaitingRequest, waiting: readonly WaitingRequest[]): boolean {
  let life = start.waitsFor;
  for (let steps = 0; steps < waiting.length; steps++) {
    if (life === start.life) return true;
    const next = waiting.find((other) => other.life === life);
    if (!next) return false;
    life = next.waitsFor;
  }
  return life === start.life;
}

/** All pending requests with the names of their choices; equal verbs of one process are numbered. */
function pendingRequests(
  simulation: Simulation,
  nodes: readonly Snapshot[],
): { process: number; request: PendingRequest; name: string }[] {
  return simulation.processes.flatMap(({ name }, process) => {
    const seen = new Map<string, number>();
    return (nodes[process]?.pending ?? []).map((request) => {
      const verb = verbOf(request);
      const count = (seen.get(verb) ?? 0) + 1;
      seen.set(verb, count);
      return { process, request, name: `${name}-${verb}${count > 1 ? `~${count}` : ""}` };
    });
  });
}

function eventChoices(simulation: Simulation, system: System, nodes: readonly Snapshot[]): Choice[] {
  const { queue, database } = system.world;
  const event = (name: string, move: Move): Choice => ({ name, kind: "event", move });
  return [
    ...(queue ? abandoned(queue).map((message) => event(`${message}-lease`, { move: "lease-end", message })) : []),
    ...Object.entries(database?.transactions ?? {})
      .filter(([, { dead }]) => dead)
      .map(([life]) => event(`${life}-session`, { move: "session-end", life })),
    ...keyStoreEvents(simulation, system, nodes),
    ...redisEvents(system),
    ...logEvents(simulation, system, nodes),
    ...Object.entries(system.world.receivers).flatMap(([part, receiver]) =>
      abandonedCalls(receiver).map((key, index) =>
        event(`${part}-end${index > 0 ? `~${index + 1}` : ""}`, { move: "call-end", part, key }),
      ),
    ),
    ...pendingRequests(simulation, nodes)
      .filter(({ request }) => request.port === "clock.sleep")
      .map(({ name, process, request }) => event(name, { move: "wake", process, request: request.id })),
  ];
}

function faultChoices(simulation: Simulation, system: System, nodes: readonly Snapshot[]): Choice[] {
  const { budgets, world } = system;
  const fault = (name: string, move: Move): Choice => ({ name, kind: "fault", move });
  const choices: Choice[] = [];
  if (budgets.crash > 0) {
    simulation.processes.forEach(({ name }, process) => {
      if (system.processes[process]?.handed) choices.push(fault(`${name}-crash`, { move: "crash", process }));
    });
  }
  if (budgets.sigterm > 0) {
    simulation.processes.forEach(({ name }, process) => {
      const { stopping } = system.processes[process] as ProcessState;
      if (nodes[process]?.status === "busy" && !stopping) choices.push(fault(`${name}-sigterm`, { move: "sigterm", process }));
    });
  }
  if (budgets.expiry > 0 && world.queue) {
    choices.push(...expirable(world.queue).map((message) => fault(`${message}-expiry`, { move: "expiry", message })));
  }
  for (const kind of requestFaults) {
    if (budgets[kind] === 0) continue;
    for (const { name, process, request } of pendingRequests(simulation, nodes)) {
      const tooLate = kind === "requestLost" && isUnderWay(world, request, callerOf(simulation, system, process));
      if (!canStrike(kind, request) || tooLate) continue;
      if (kind === "commitLost" && !hasTransaction(world, lifeOf(simulation, system, process))) continue;
      const strike = { move: "faulty-request" as const, process, request: request.id, fault: kind };
      choices.push(fault(`${name}-${kind}`, strike));
      // Whether the COMMIT was carried out before the connection broke, nobody can know: both are explored.
      if (kind === "commitLost") choices.push(fault(`${name}-${kind}-applied`, { ...strike, applied: true }));
    }
  }
  if (budgets.retention > 0) {
    for (const [part, receiver] of Object.entries(world.receivers)) {
      const keys = Object.keys(receiver.keys).sort();
      keys.forEach((key, index) =>
        choices.push(fault(`${part}-forget${index > 0 ? `~${index + 1}` : ""}`, { move: "forget", part, key })),
      );
    }
  }
  if (budgets.retention > 0 && world.queue) {
    rememberedIds(world.queue).forEach((key, index) =>
      choices.push(fault(`queue-forget${index > 0 ? `~${index + 1}` : ""}`, { move: "forget", part: "queue", key })),
    );
  }
  choices.push(...keyStoreFaults(simulation, system, nodes), ...logFaults(simulation, system, nodes), ...redisFaults(simulation, system));
  return choices;
}
