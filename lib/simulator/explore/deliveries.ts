import type { HistoryEntry, PendingRequest } from "../process/history";
import { type Move, verbOf } from "../run/moves";
import { lifeOf, nodeOf, type Process, type ProcessState, type Simulation, type System } from "../run/simulation";
import { recall } from "../run/recall";
import type { DeliveryChange } from "./graph";

const none: DeliveryChange = { change: "none" };

/** What a delivery has done so far: the requests that were answered, by the names of their steps. */
interface Delivery {
  messages: readonly string[];
  /** In the order of their calls. */
  applied: (...also: number[]) => string[];
  nameOf: (request: number) => string;
}

/**
 * Names the steps of deliveries as gaps name them: by verb, equal verbs of one delivery numbered in the order of their
 * calls.
 */
export class Deliveries {
  readonly #changes = new Map<string, DeliveryChange>();

  constructor(private readonly simulation: Simulation) {}

  /** What a move means for the delivery of its process: one object wherever it is equal. `after` is where it leads. */
  changeOf(before: System, move: Move, after: System): DeliveryChange {
    switch (move.move) {
      case "receive":
        return this.#one({ change: "hand-over", messages: [move.message] });
      case "request":
      case "faulty-request":
      case "wake": {
        const { process, request } = move;
        const polled = polledBy(before, after, process, nodeOf(this.simulation, before, process).pending, request);
        if (polled) return this.#one({ change: "hand-over", messages: polled });
        const ended = nodeOf(this.simulation, after, process).status === "idle";
        return this.#recall(before, process, `${process} ${request} ${ended}`, () => {
          const { messages, applied, nameOf } = this.#deliveryOf(before, process);
          return { change: "step", messages, step: nameOf(request), ended: ended ? applied(request) : null };
        });
      }
      case "start": {
        const { process, request } = move;
        return this.#recall(before, process, `${process} ${request} start`, () => {
          const { messages, nameOf } = this.#deliveryOf(before, process);
          return { change: "step", messages, step: started(nameOf(request)), ended: null };
        });
      }
      case "crash": {
        const underWay = this.#underWay(before, move.process);
        return this.#recall(before, move.process, `${move.process} crash ${underWay.join()}`, () => {
          const { incarnation } = before.processes[move.process] as ProcessState;
          if (nodeOf(this.simulation, before, move.process).status === "idle")
            return { change: "crash", incarnation, messages: [], gap: null };
          const { messages, applied, nameOf } = this.#deliveryOf(before, move.process);
          const begun = underWay.map((request) => started(nameOf(request)));
          return { change: "crash", incarnation, messages, gap: [...applied(), ...begun] };
        });
      }
      default:
        return none;
    }
  }

  /** Requests of a process that a receiver which takes time has begun and not ended. */
  #underWay(system: System, index: number): number[] {
    const life = lifeOf(this.simulation, system, index);
    const calls = Object.values(system.world.receivers).flatMap(({ running }) => Object.values(running ?? {}));
    return calls.filter((call) => call.life === life).map(({ request }) => request);
  }

  #recall(system: System, index: number, question: string, compute: () => DeliveryChange): DeliveryChange {
    const process = system.processes[index] as ProcessState;
    return recall(this.simulation, process, `delivery ${question}`, () => this.#one(compute()));
  }

  #one(change: DeliveryChange): DeliveryChange {
    const text = JSON.stringify(change);
    let known = this.#changes.get(text);
    if (!known) this.#changes.set(text, (known = change));
    return known;
  }

  #deliveryOf(system: System, index: number): Delivery {
    const process = system.processes[index] as ProcessState;
    return recall(this.simulation, process, `steps ${index}`, () => this.#readDelivery(system, index));
  }

  #readDelivery(system: System, index: number): Delivery {
    const { history, holding, incarnation, reads } = system.processes[index] as ProcessState;
    const { tree } = this.simulation.processes[index] as Process;
    const identity = { ordinal: index, incarnation, readsBefore: reads };
    const handedOver = history.findLastIndex((entry) => "message" in entry || recordsIn(entry) !== null);
    const start = handedOver + 1;
    const requests = new Map<number, PendingRequest>();
    for (let length = start; length <= history.length; length++) {
      for (const request of tree.node(identity, history.slice(0, length)).pending) requests.set(request.id, request);
    }
    const names = namesOf([...requests.values()]);
    const nameOf = (request: number) => names.get(request) ?? "";
    const answered = history.slice(start).map(replyOf);
    return {
      messages: holding === null ? (recordsIn(history[handedOver]) ?? []) : [holding],
      applied: (...also) => [...answered, ...also].sort((left, right) => left - right).map(nameOf),
      nameOf,
    };
  }
}

/** The records that this answer hands over; null when it is none to a poll. */
function polledBy(
  before: System,
  after: System,
  process: number,
  pending: readonly PendingRequest[],
  request: number,
): readonly string[] | null {
  if (!before.world.log || pending.find(({ id }) => id === request)?.port !== "consumer.poll") return null;
  return recordsIn(after.processes[process]?.history.at(-1));
}

/** Ids of the records that a poll has returned; null for any other entry of a history. Only a log has offsets. */
function recordsIn(entry: HistoryEntry | undefined): readonly string[] | null {
  if (!entry || !("value" in entry) || !Array.isArray(entry.value)) return null;
  const records = entry.value as readonly { id?: unknown; offset?: unknown }[];
  const isPoll = records.length > 0 && records.every(({ id, offset }) => typeof id === "string" && typeof offset === "number");
  return isPoll ? records.map(({ id }) => String(id)) : null;
}

/** The step of a call that is begun and not answered. */
function started(step: string): string {
  return `${step}-start`;
}

function replyOf(entry: HistoryEntry): number {
  return "reply" in entry ? entry.reply : -1;
}

function namesOf(requests: PendingRequest[]): Map<number, string> {
  const seen = new Map<string, number>();
  requests.sort((left, right) => left.id - right.id);
  return new Map(
    requests.map((request) => {
      const verb = verbOf(request);
      const count = (seen.get(verb) ?? 0) + 1;
      seen.set(verb, count);
      return [request.id, count > 1 ? `${verb}~${count}` : verb];
    }),
  );
}
