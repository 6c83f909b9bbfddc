import type { HistoryEntry, MessageData, PendingRequest, Snapshot } from "../process/history";
import type { Fault } from "../scenario/scenario";
import type { DatabaseState } from "../world/database/store";
import { endSession, loseClient } from "../world/database/transactions";
import type { Fact } from "../world/facts";
import { endReservation, forgetResult, ownersGone, type KeyStoreState } from "../world/key-store";
import { callerGone, forget, type ReceiverState } from "../world/keyed-receiver";
import { commitPositions, uncommitted } from "../world/log/consumer";
import { memberDied, memberRestarted, movePartition } from "../world/log/group";
import { partitionOf, type LogState } from "../world/log/state";
import type { Reply } from "../world/part";
import { beginCharge, endAbandonedCharge } from "../world/payments";
import { endWindow } from "../world/publish";
import { endKey, failOver, lockerGone, type RedisState } from "../world/redis";
import { deadLettered, endLease, handOver, heldBy, holderDied, holderLeft, redrive, type QueueState } from "../world/queue";
import { keyStorePart } from "./key-store-moves";
import { messageData } from "./message-data";
import { callerOf, type Move } from "./moves";
import { redisPart } from "./redis-moves";
import { recall } from "./recall";
import {
  lifeOf,
  newProcess,
  nodeOf,
  type Process,
  type ProcessState,
  type Simulation,
  type System,
  type World,
} from "./simulation";
import { arrival, paymentsProfile, respond, respondDeadlock, respondWithFault, withReceiver } from "./world-step";

/** The reply of a call that has nothing to say. */
const nothing = { value: null };

/** One transition: the system after it, and what it was. */
export interface Transition {
  system: System;
  fact: Fact;
  request: PendingRequest | null;
  reply: Reply | null;
  /** The process that was handed something, before and after, its history not yet cut; null when none was. */
  acted: { before: Snapshot; after: Snapshot } | null;
}

/** Makes a move that `choicesOf` has listed for this system. */
export function applyMove(simulation: Simulation, system: System, move: Move): Transition {
  switch (move.move) {
    case "receive":
      return receive(simulation, system, move.process, move.message);
    case "request":
    case "faulty-request": {
      const request = requestOf(simulation, system, move.process, move.request);
      const caller = callerOf(simulation, system, move.process);
      const response =
        move.move === "faulty-request"
          ? respondWithFault(simulation, system.world, request, caller, move.fault, move.applied)
          : move.deadlock
            ? respondDeadlock(system.world, caller)
            : respond(simulation, system.world, request, caller);
      if ("blocked" in response) throw new Error(`${caller.life} has to wait`);
      const spent = move.move === "faulty-request" ? spend(simulation, system, move.fault) : system;
      const entry = { reply: request.id, ...response.reply };
      const answered = { ...spent, world: response.state };
      const actor = response.fact.fact === "polled" ? withHanded(simulation, answered, move.process) : answered;
      const advanced = advance(simulation, actor, move.process, entry, response.reply);
      return { ...advanced, fact: response.fact, request, reply: response.reply };
    }
    case "start": {
      const request = requestOf(simulation, system, move.process, move.request);
      const stripe = system.world.receivers["stripe"] as ReceiverState;
      const { state, fact } = beginCharge(stripe, move.key, request, callerOf(simulation, system, move.process));
      return { ...quiet({ ...system, world: withReceiver(system.world, "stripe", state) }, fact), request };
    }
    case "arrive": {
      const request = requestOf(simulation, system, move.process, move.request);
      const world = arrival(simulation, system.world, request, callerOf(simulation, system, move.process));
      if (!world) throw new Error("nothing arrives");
      return { ...quiet({ ...system, world }, { fact: "snapshot-taken" }), request };
    }
    case "call-end": {
      const receiver = system.world.receivers[move.part] as ReceiverState;
      const { state, fact } = endAbandonedCharge(receiver, paymentsProfile(simulation), move.key);
      return quiet({ ...system, world: withReceiver(system.world, move.part, state) }, fact);
    }
    case "wake": {
      const request = requestOf(simulation, system, move.process, move.request);
      const reply = nothing;
      return {
        ...advance(simulation, system, move.process, { reply: request.id, ...reply }, reply),
        fact: { fact: "slept", ms: Number(request.args["ms"]) },
        request,
        reply,
      };
    }
    case "crash": {
      const held = system.world.queue && heldBy(system.world.queue, lifeOf(simulation, system, move.process));
      const ended = endIncarnation(simulation, spend(simulation, system, "crash"), move.process);
      if (held === null || simulation.queueProfile.deadConsumer !== "requeue") return quiet(ended, { fact: "crashed" });
      const dead = ended.world.queue?.[held]?.status === "dlq";
      return quiet(ended, { fact: "crashed", requeued: { message: held, dead } });
    }
    case "sigterm": {
      const spent = spend(simulation, system, "sigterm");
      const process = spent.processes[move.process] as ProcessState;
      return quiet(withProcess(spent, move.process, { ...process, stopping: true }), { fact: "told-to-stop" });
    }
    case "redis-end": {
      const { key, kept } = move;
      const spent = kept ? spend(simulation, system, "leaseExpiry") : system;
      const redis = endKey(system.world.redis as RedisState, key);
      return quiet(withWorld(spent, { redis }), { fact: "redis-key-ended", key, kept });
    }
    case "redis-failover": {
      const redis = failOver(system.world.redis as RedisState);
      return quiet(withWorld(spend(simulation, system, "outage"), { redis }), { fact: "redis-failed-over", key: move.key });
    }
    case "redrive": {
      const queue = system.world.queue as QueueState;
      const spent = spend(simulation, system, "redrive");
      return quiet(withWorld(spent, { queue: redrive(queue) }), { fact: "redriven", messages: deadLettered(queue) });
    }
    case "expiry":
      return comeBack(simulation, spend(simulation, system, "expiry"), move.message, "expiry");
    case "lease-end":
      return comeBack(simulation, system, move.message, "lease-ended");
    case "session-end": {
      const { life } = move;
      const database = system.world.database as DatabaseState;
      const ended = recall(simulation, database, `${life} ended`, () => endSession(database, life));
      return quiet(withWorld(system, { database: ended }), { fact: "session-ended", life });
    }
    case "reservation-end": {
      const { key, kept } = move;
      const keyStore = endReservation(system.world.keyStore as KeyStoreState, key);
      const spent = kept ? spend(simulation, system, "leaseExpiry") : system;
      return quiet(withWorld(spent, { keyStore }), { fact: "reservation-ended", key, kept });
    }
    case "partition-move": {
      const { partition, to, because } = move;
      const before = system.world.log as LogState;
      const { owner: from, committed: offset } = partitionOf(before, partition);
      const log = recall(simulation, before, `${partition} to ${to}`, () => movePartition(before, partition, to));
      const spent = because === "rebalance" ? spend(simulation, system, "rebalance") : system;
      return quiet(withWorld(spent, { log }), { fact: "partition-moved", partition, from, to, offset, because });
    }
    case "auto-commit": {
      const before = system.world.log as LogState;
      const life = lifeOf(simulation, system, move.process);
      const log = recall(simulation, before, `${life} timer`, () => commitPositions(before, life));
      const offsets = uncommitted(before, life).map((name) => [name, partitionOf(log, name).committed]);
      return quiet(withWorld(system, { log }), {
        fact: "offsets-auto-committed",
        offsets: Object.fromEntries(offsets) as Record<string, number>,
      });
    }
    case "restart": {
      const { thrown } = nodeOf(simulation, system, move.process);
      return quiet(restart(simulation, system, move.process), {
        fact: "consumer-restarted",
        error: thrown && `${thrown.name}: ${thrown.message}`,
      });
    }
    case "forget":
      return quiet(withWorld(spend(simulation, system, "retention"), forgetKey(system.world, move.part, move.key)), {
        fact: "key-forgotten",
        part: move.part,
        key: move.key,
      });
  }
}

function forgetKey(world: World, part: string, key: string): Partial<World> {
  if (part === "queue") return { queue: endWindow(world.queue as QueueState, key) };
  if (part === redisPart) return { redis: endKey(world.redis as RedisState, key) };
  if (part === keyStorePart) return { keyStore: forgetResult(world.keyStore as KeyStoreState, key) };
  return { receivers: { ...world.receivers, [part]: forget(world.receivers[part] as ReceiverState, key) } };
}

function quiet(system: System, fact: Fact): Transition {
  return { system, fact, request: null, reply: null, acted: null };
}

function withWorld(system: System, change: Partial<World>): System {
  return { ...system, world: { ...system.world, ...change } };
}

function spend(simulation: Simulation, system: System, fault: Fault): System {
  const { budgets } = system;
  const left = recall(simulation, budgets, fault, () => ({ ...budgets, [fault]: budgets[fault] - 1 }));
  return { ...system, budgets: left };
}

function withProcess(system: System, index: number, process: ProcessState): System {
  return { ...system, processes: system.processes.map((other, position) => (position === index ? process : other)) };
}

function requestOf(simulation: Simulation, system: System, process: number, id: number): PendingRequest {
  const request = nodeOf(simulation, system, process).pending.find((pending) => pending.id === id);
  if (!request) throw new Error(`process ${process} has no request ${id}`);
  return request;
}

function receive(simulation: Simulation, system: System, index: number, id: string): Transition {
  const { queue } = system.world;
  const data = messageData(simulation, system, id);
  if (!queue || !data) throw new Error(`there is no message ${id}`);
  const life = lifeOf(simulation, system, index);
  const { state, delivery } = recall(simulation, queue, `${id} to ${life}`, () =>
    handOver(queue, simulation.queueProfile, id, life),
  );
  const message = recall(simulation, data, `delivery ${delivery}`, () => deliveryOf(simulation, data, delivery));
  const process = system.processes[index] as ProcessState;
  const holding = recall(simulation, process, `holds ${id}`, () => ({ ...process, handed: true, holding: id }));
  const handed = withProcess(withWorld(system, { queue: state }), index, holding);
  return {
    ...advance(simulation, handed, index, { message }, message),
    fact: { fact: "handed", message: id, delivery },
    request: null,
    reply: null,
  };
}

/** Records were handed to it: from now on it can crash. */
function withHanded(simulation: Simulation, system: System, index: number): System {
  const process = system.processes[index] as ProcessState;
  if (process.handed) return system;
  return withProcess(system, index, recall(simulation, process, "handed", () => ({ ...process, handed: true })));
}

/**
 * A message as a handler gets it. How often it was delivered is part of what the process knows only where its handler
 * looks at it: otherwise more histories are equal. RabbitMQ marks what was delivered before (basic.deliver, redelivered).
 */
function deliveryOf({ readsReceiveCount, bounds }: Simulation, data: MessageData, delivery: number): MessageData {
  if (!readsReceiveCount) return data;
  const counted = { ...data, receiveCount: delivery };
  return bounds.profiles.redelivered === "on" ? { ...counted, redelivered: delivery > 1 } : counted;
}

/** A process with one more entry in its history. */
interface Lengthened {
  before: Snapshot;
  after: Snapshot;
  process: ProcessState;
  /** True when the process is as new, and its history was cut. */
  cut: boolean;
}

/**
 * Lengthens the history of a process. When its handler has ended and its module can have kept nothing, the process is
 * as new, and its history is cut.
 */
function lengthen(simulation: Simulation, system: System, index: number, entry: HistoryEntry): Lengthened {
  const before = nodeOf(simulation, system, index);
  const process = system.processes[index] as ProcessState;
  const longer = { ...process, history: [...process.history, entry] };
  const after = nodeOf(simulation, withProcess(system, index, longer), index);
  if (after.status !== "idle") return { before, after, process: longer, cut: false };
  const { keepsState } = (simulation.processes[index] as Process).tree.program.handler;
  const ended = keepsState ? longer : { ...process, history: [], reads: after.reads };
  return { before, after, process: { ...ended, holding: null }, cut: !keepsState };
}

/** What follows from an entry in the history of a process. `cause` is one object wherever the entry is equal. */
function advance(
  simulation: Simulation,
  system: System,
  index: number,
  entry: HistoryEntry,
  cause: object,
): Pick<Transition, "system" | "acted"> {
  const state = system.processes[index] as ProcessState;
  const question = `${index} ${"reply" in entry ? entry.reply : ""}`;
  const lengthened = () => lengthen(simulation, system, index, entry);
  const { before, after, process, cut } = recall(simulation, state, question, lengthened, cause);
  // A process that is as new numbers its calls of the coordinator from the start.
  const { keyStore } = system.world;
  const released =
    cut && keyStore
      ? withWorld(system, { keyStore: withoutOwners(simulation, keyStore, lifeOf(simulation, system, index)) })
      : system;
  const left = process.holding === null && state.holding !== null ? unattended(simulation, released, index) : released;
  const acted = { before, after };
  // Who was told to stop ends here, and starts anew: without haste, and with nothing in its memory.
  if (process.stopping && after.status !== "busy")
    return { system: endIncarnation(simulation, withProcess(left, index, process), index), acted };
  return { system: withProcess(left, index, process), acted };
}

/** The handler has ended, and its ack or nack never arrived: nobody renews the lease of its message any more. */
function unattended(simulation: Simulation, system: System, index: number): System {
  const { queue, redis } = system.world;
  const life = lifeOf(simulation, system, index);
  const left = <Part extends object>(part: Part | null, noticed: (part: Part) => Part) =>
    part && recall(simulation, part, `${life} left`, () => noticed(part));
  const settled = queue ? withWorld(system, { queue: left(queue, (held) => holderLeft(held, life)) }) : system;
  return redis ? withWorld(settled, { redis: left(redis, (held) => lockerGone(held, life, false)) }) : settled;
}

function withoutOwners(simulation: Simulation, keyStore: KeyStoreState, life: string): KeyStoreState {
  return recall(simulation, keyStore, `${life} died`, () => ownersGone(keyStore, life));
}

/** The incarnation ends: no `catch`, no `finally`; what it held elsewhere stays until somebody notices. */
function endIncarnation(simulation: Simulation, system: System, index: number): System {
  const life = lifeOf(simulation, system, index);
  const { starts } = simulation.processes[index] as Process;
  const { queue, database, keyStore, receivers, log } = system.world;
  const dead = system.processes[index] as ProcessState;
  const restarted = recall(simulation, dead, `crash ${starts}`, () => newProcess(dead.incarnation + 1, starts));
  const afterDeath = <Part extends object>(part: Part | null, noticed: (part: Part, life: string) => Part) =>
    part && recall(simulation, part, `${life} died`, () => noticed(part, life));
  return withWorld(withProcess(system, index, restarted), {
    queue: afterDeath(queue, (held, dead) => holderDied(held, simulation.queueProfile, dead)),
    database: afterDeath(database, loseClient),
    log: afterDeath(log, memberDied),
    redis: afterDeath(system.world.redis, (held, life) => lockerGone(held, life, true)),
    keyStore: keyStore && withoutOwners(simulation, keyStore, life),
    receivers: recall(simulation, receivers, `${life} died`, () => withoutCaller(receivers, life)),
  });
}

/**
 * The loop of a consumer begins again in the same process: its memory is as new, its connections were closed in order, so
 * the database has rolled back already.
 */
function restart(simulation: Simulation, system: System, index: number): System {
  const life = lifeOf(simulation, system, index);
  const { database, keyStore, log } = system.world;
  const ended = system.processes[index] as ProcessState;
  const { reads } = nodeOf(simulation, system, index);
  const fresh = recall(simulation, ended, `restart ${reads}`, () => ({ ...newProcess(ended.incarnation, "assigned"), reads }));
  return withWorld(withProcess(system, index, fresh), {
    database: database && recall(simulation, database, `${life} ended`, () => endSession(database, life)),
    keyStore: keyStore && withoutOwners(simulation, keyStore, life),
    log: log && recall(simulation, log, `${life} restarted`, () => memberRestarted(log, life)),
  });
}

function withoutCaller(receivers: World["receivers"], life: string): World["receivers"] {
  const entries = Object.entries(receivers);
  if (entries.every(([, { running }]) => running === undefined)) return receivers;
  return Object.fromEntries(entries.map(([name, state]) => [name, callerGone(state, life)]));
}

function comeBack(
  simulation: Simulation,
  system: System,
  message: string,
  because: "expiry" | "lease-ended",
): Transition {
  const { queue } = system.world;
  if (!queue) throw new Error("there is no queue");
  const changed = recall(simulation, queue, `${message} comes back`, () =>
    endLease(queue, simulation.queueProfile, message),
  );
  const dead = changed[message]?.status === "dlq";
  return quiet(withWorld(system, { queue: changed }), { fact: "visible-again", message, because, dead });
}
