import { redisLane } from "@/components/simulator/diagram/read-parts";
import { effectIn } from "@/components/simulator/run-at";
import type { Arrival, Step } from "@/components/simulator/diagram/diagram";
import type { Words } from "@/lib/simulator/plain";
import type { Frame, Frames, Participant } from "@/lib/simulator/run/frame";
import type { EffectDeclaration } from "@/lib/simulator/scenario/scenario";

/**
 * Frames tell a step by the name of its choice and the words of its cells; this file is the one place that reads them.
 * The English words stand for the facts: they are the same for every scenario.
 */

/** What a part says to a call that it turns away. */
const refusal = /^(?:refused|rejected|taken|ILLEGAL_GENERATION|UNKNOWN_MEMBER_ID)$/;

/** Verbs after which something stands in the database that did not before. */
const writes = /^(?:INSERT|UPDATE|DELETE|COMMIT)$/;
const storeWrites = /^(?:set|del|delIfEquals|incr|expire)$/;
const written = /^(?:[1-9]\d* rows?|COMMIT)$/;

/** The call without its arguments: `SELECT processed` and `charge, key m1` are too long for a column of the diagram. */
export function callOf(frame: Frame): string | null {
  const cell = frame.cells[frame.actor]?.en;
  return cell === undefined ? null : (/^[\w.-]+/.exec(cell)?.[0] ?? null);
}

function isProcess({ participants }: Frames, id: string): boolean {
  return participants.some((participant) => participant.id === id && participant.kind === "process");
}

export function isHandOver(frames: Frames, frame: Frame): boolean {
  return (frame.cells["queue"]?.en.includes("→") ?? false) && isProcess(frames, frame.actor);
}

/** The message that a hand-over or the end of a lease is about. */
export function messageOf(frame: Frame): string {
  return isLeaseEnd(frame) ? frame.choice.replace(/-(?:expiry|lease)$/, "") : frame.choice.slice(frame.actor.length + 1);
}

export function isLeaseEnd({ actor, choice }: Frame): boolean {
  return actor === "queue" && /-(?:expiry|lease)$/.test(choice);
}

export function isCrash({ actor, choice, kind }: Frame): boolean {
  return kind === "fault" && choice === `${actor}-crash`;
}

/** True for an ack or a nack that ended the delivery of its caller. */
export function endsDelivery({ actor, choice, cells }: Frame): boolean {
  return /^(?:ack|nack)$/.test(choice.slice(actor.length + 1)) && /deleted|comes back|dead-lettered/.test(cells["queue"]?.en ?? "");
}

/** What a step does to the transaction of its caller; null for nothing. */
export function transactionOf(frame: Frame): "begins" | "commits" | "rolls-back" | "writes" | null {
  const answer = frame.cells["database"]?.en;
  const call = callOf(frame);
  if (answer === undefined || frame.actor === "database") return null;
  // A level of isolation is answered by its name, whether it comes with BEGIN or after it.
  if (/^(?:BEGIN|START)$/.test(call ?? "") && !/^\d/.test(answer)) return "begins";
  if (answer === "COMMIT") return "commits";
  if (answer === "ROLLBACK") return "rolls-back";
  return writes.test(call ?? "") && written.test(answer) ? "writes" : null;
}

/** The life, such as `A1`, whose death the database notices in this frame; null in any other. */
export function noticedDeath({ actor, choice }: Frame): string | null {
  return actor === "database" ? (/^(\w+)-session$/.exec(choice)?.[1] ?? null) : null;
}

/** What a step does to a reservation; `loses` is nobody's act. */
export function reservationOf(frame: Frame): "takes" | "gives-up" | "loses" | null {
  const answer = frame.cells[keyStoreLane]?.en ?? "";
  if (/^(?:reserved|taken over)/.test(answer)) return "takes";
  if (/^(?:result stored|released)/.test(answer)) return "gives-up";
  return answer === "lease ended" ? "loses" : null;
}

/** Lane of the coordinator's key store. */
export const keyStoreLane = "coordinator";

export function stepOf(frames: Frames, index: number, effects: readonly EffectDeclaration[]): Step {
  const frame = frames.frames[index] as Frame;
  const at = index + 1;
  const quiet = { call: null, arrival: "none", effect: null, lost: null, answered: false } as const;
  if (isCrash(frame)) return { ...quiet, at, kind: "crash", from: null, to: frame.actor, answer: null };
  if (isHandOver(frames, frame))
    return { ...quiet, at, kind: "hand-over", from: "queue", to: frame.actor, answer: null };

  const found = effectIn(frames, index, effects);
  const effect = found && { count: found.count, unwanted: found.count > found.effect.wanted };
  const receiver = frames.participants.find(({ id }) => id !== frame.actor && frame.cells[id] !== undefined);
  if (!receiver || !isProcess(frames, frame.actor)) {
    const answer = frame.cells[frame.actor] ?? null;
    return { ...quiet, at, kind: "event", from: null, to: frame.actor, answer, effect, arrival: effect ? "effect" : "none" };
  }
  const lost = frame.choice.endsWith("-requestLost") ? "request" : frame.choice.endsWith("-replyLost") ? "reply" : null;
  const done = endsDelivery(frame);
  const call = frame.kind === "event" ? null : callOf(frame);
  const answer = frame.cells[receiver.id] ?? null;
  const mover = frame.cells[frame.actor];
  return {
    at,
    kind: "call",
    from: frame.actor,
    to: receiver.id,
    call,
    // That an ack is taken needs no words: the end of the lease shows it. What no code calls says who moved it.
    answer: done && frame.choice.endsWith("-ack") ? null : answer && mover && call === null ? joined(mover, answer) : answer,
    arrival: lost === "request" || done ? "none" : effect ? "effect" : arrivalAt(receiver, frame),
    effect,
    lost,
    // Where a statement arrives and has to wait, the answer comes later.
    answered: receiver.kind !== "queue" && lost === null && call !== null && !frame.choice.endsWith("-arrive"),
  };
}

function joined(one: Words, other: Words): Words {
  return { ru: `${one.ru}: ${other.ru}`, en: `${one.en}: ${other.en}` };
}

function arrivalAt({ kind, id }: Participant, frame: Frame): Arrival {
  const answer = frame.cells[id]?.en ?? "";
  if (refusal.test(answer)) return "refused";
  // A partition shows polls and commits as marks of its own.
  if (kind === "partition") return "none";
  if (kind === "database") return transactionOf(frame) === "writes" ? "write" : "read";
  if (kind === "queue") return answer.startsWith("+ ") ? "write" : "read";
  if (id === keyStoreLane) return ["takes", "gives-up"].includes(reservationOf(frame) ?? "") ? "write" : "read";
  if (id === redisLane) return storeWrites.test(callOf(frame) ?? "") && answer !== "nothing deleted" && answer !== "no key" ? "write" : "read";
  return "read";
}
