import type { HistoryEntry, MessageData, PendingRequest, Snapshot } from "../process/history";
import type { Fault } from "../scenario/scenario";
import { undoChanges, withTransaction, type DatabaseState } from "../world/database/store";
import type { Fact } from "../world/facts";
import { endReservation, forgetResult, ownersGone, type KeyStoreState } from "../world/key-store";
import { forget, type ReceiverState } from "../world/keyed-receiver";
import type { Reply } from "../world/part";
import { endLease, handOver, holderDied } from "../world/queue";
import { keyStorePart } from "./key-store-moves";
import { callerOf, type Move } from "./moves";
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
import { respond, respondDeadlock, respondWithFault } from "./world-step";

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
          ? respondWithFault(simulation, system.world, request, caller, move.fault)
          : move.deadlock
            ? respondDeadlock(system.world, caller)
            : respond(simulation, system.world, request, caller);
      if ("blocked" in response) throw new Error(`${caller.life} has to wait`);
      const spent = move.move === "faulty-request" ? spend(system, move.fault) : system;
      const advanced = advance(simulation, { ...spent, world: response.state }, move.process, {
        reply: request.id,
        ...response.reply,
      });
      return { ...advanced, fact: response.fact, request, reply: response.reply };
    }
    case "wake": {
      const request = requestOf(simulation, system, move.process, move.request);
      const reply = { value: null };
      return {
        ...advance(simulation, system, move.process, { reply: request.id, ...reply }),
        fact: { fact: "slept", ms: Number(request.args["ms"]) },
        request,
        reply,
      };
    }
    case "crash":
      return quiet(crash(simulation, spend(system, "crash"), move.process), { fact: "crashed" });
    case "expiry":
      return comeBack(simulation, spend(system, "expiry"), move.message, "expiry");
    case "lease-end":
      return comeBack(simulation, system, move.message, "lease-ended");
    case "session-end": {
      const database = system.world.database as DatabaseState;
      const ended = withTransaction(undoChanges(database, move.life), move.life, null);
      return quiet(withWorld(system, { database: ended }), { fact: "session-ended", life: move.life });
    }
    case "reservation-end": {
      const { key, kept } = move;
      const keyStore = endReservation(system.world.keyStore as KeyStoreState, key);
      const spent = kept ? spend(system, "leaseExpiry") : system;
      return quiet(withWorld(spent, { keyStore }), { fact: "reservation-ended", key, kept });
    }
    case "forget":
      return quiet(withWorld(spend(system, "retention"), forgetKey(system.world, move.part, move.key)), {
        fact: "key-forgotten",
        part: move.part,
        key: move.key,
      });
  }
}

function forgetKey(world: World, part: string, key: string): Partial<World> {
  if (part === keyStorePart) return { keyStore: forgetResult(world.keyStore as KeyStoreState, key) };
  return { receivers: { ...world.receivers, [part]: forget(world.receivers[part] as ReceiverState, key) } };
}

function quiet(system: System, fact: Fact): Transition {
  return { system, fact, request: null, reply: null, acted: null };
}

function withWorld(system: System, change: Partial<World>): System {
  return { ...system, world: { ...system.world, ...change } };
}

function spend(system: System, fault: Fault): System {
  return { ...system, budgets: { ...system.budgets, [fault]: system.budgets[fault] - 1 } };
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
  const data = simulation.scenario.messages.find((message) => message.id === id);
  if (!queue || !data) throw new Error(`there is no message ${id}`);
  const { state, delivery } = handOver(queue, simulation.queueProfile, id, lifeOf(simulation, system, index));
  // The count is part of what the process knows only where it looks at it: otherwise more histories are equal.
  const message: MessageData = simulation.readsReceiveCount ? { ...data, receiveCount: delivery } : data;
  const process = system.processes[index] as ProcessState;
  const handed = withProcess(withWorld(system, { queue: state }), index, { ...process, handed: true, holding: id });
  return {
    ...advance(simulation, handed, index, { message }),
    fact: { fact: "handed", message: id, delivery },
    request: null,
    reply: null,
  };
}

/**
 * Lengthens the history of a process. When its handler has ended and its module can have kept nothing, the process is
 * as new, and its history is cut.
 */
function advance(
  simulation: Simulation,
  system: System,
  index: number,
  entry: HistoryEntry,
): Pick<Transition, "system" | "acted"> {
  const before = nodeOf(simulation, system, index);
  const process = system.processes[index] as ProcessState;
  const longer = withProcess(system, index, { ...process, history: [...process.history, entry] });
  const after = nodeOf(simulation, longer, index);
  if (after.status !== "idle") return { system: longer, acted: { before, after } };
  const { keepsState } = (simulation.processes[index] as Process).tree.program.handler;
  const ended = keepsState
    ? { ...process, history: [...process.history, entry] }
    : { ...process, history: [], reads: after.reads };
  // A process that is as new numbers its calls of the coordinator from the start.
  const { keyStore } = system.world;
  const released =
    keepsState || !keyStore
      ? system
      : withWorld(system, { keyStore: ownersGone(keyStore, lifeOf(simulation, system, index)) });
  return { system: withProcess(released, index, { ...ended, holding: null }), acted: { before, after } };
}

/** The incarnation ends: no `catch`, no `finally`; what it held elsewhere stays until somebody notices. */
function crash(simulation: Simulation, system: System, index: number): System {
  const life = lifeOf(simulation, system, index);
  const { starts } = simulation.processes[index] as Process;
  const { queue, database, keyStore } = system.world;
  const restarted = withProcess(
    system,
    index,
    newProcess((system.processes[index] as ProcessState).incarnation + 1, starts),
  );
  return withWorld(restarted, {
    queue: queue ? holderDied(queue, life) : null,
    database: database ? sessionDied(database, life) : null,
    keyStore: keyStore ? ownersGone(keyStore, life) : null,
  });
}

/** Its open transaction and its locks stay until the server notices; a failed one holds nothing any more. */
function sessionDied(database: DatabaseState, life: string): DatabaseState {
  const open = Object.hasOwn(database.transactions, life) ? database.transactions[life] : undefined;
  if (!open) return database;
  return withTransaction(database, life, open.failed ? null : { failed: false, dead: true });
}

function comeBack(
  simulation: Simulation,
  system: System,
  message: string,
  because: "expiry" | "lease-ended",
): Transition {
  const { queue } = system.world;
  if (!queue) throw new Error("there is no queue");
  const changed = endLease(queue, simulation.queueProfile, message);
  const dead = changed[message]?.status === "dlq";
  return quiet(withWorld(system, { queue: changed }), { fact: "visible-again", message, because, dead });
}
