import type { PendingRequest, ReplyError } from "@/lib/simulator/process/history";
import { canonical, type Plain } from "@/lib/simulator/plain";
import type { RealReply } from "../protocol";

/** What the simulator and reality say to one question, where they do not say the same. */
export interface Difference {
  /** What was compared: a reply, the calls of a process, a table. */
  what: string;
  simulated: Plain;
  real: Plain;
}

/** Things that differ between two runs of the same reality: owners are random, and time passes. */
const incomparable = ["owner", "leaseRemainingMs", "sinceMs", "ageMs", "retentionRemainingMs"];

/**
 * Fences only have to grow: which numbers they are is the store's own affair. A real fence stands for a simulated one,
 * always the same, and in the same order.
 */
export class Fences {
  readonly #pairs = new Map<string, { simulated: number; real: number }[]>();

  /** True when the pair fits all that were seen of this record. */
  fit(id: string, simulated: number, real: number): boolean {
    const known = this.#pairs.get(id) ?? [];
    const order = (left: number, right: number) => Math.sign(left - right);
    if (known.some((pair) => order(pair.simulated, simulated) !== order(pair.real, real))) return false;
    this.#pairs.set(id, [...known, { simulated, real }]);
    return true;
  }
}

/** The calls of a process, without what cannot be compared. */
export function comparableCalls(pending: readonly PendingRequest[]): Plain {
  return pending.map(({ port, args, implicit }) => ({
    port,
    implicit,
    args: port.startsWith("coordinator.") ? without(args, [...incomparable, "fence", "seenFence"]) : args,
  })) as Plain;
}

/** Null where the reply of a real system is what the simulator says. */
export function differenceOfReplies(
  request: PendingRequest,
  simulated: { value: Plain } | { error: ReplyError },
  real: RealReply,
  fences: Fences,
): Difference | null {
  const differs: Difference = { what: `the reply to ${request.port}`, simulated: simulated as Plain, real: real as unknown as Plain };
  if ("error" in simulated) {
    if (!("error" in real)) return differs;
    return isSameError(request, simulated.error, real.error) ? null : differs;
  }
  if ("error" in real) return differs;
  if (request.port.startsWith("coordinator."))
    return isSameRecord(String(request.args["id"]), simulated.value, real.value, fences) ? null : differs;
  return canonical(simulated.value) === canonical(real.value) ? null : differs;
}

/**
 * Null where a record of the coordinator is the same on both sides, apart from its owner, the time and the choice of
 * numbers for fences.
 */
export function isSameRecord(id: string, simulated: Plain, real: Plain, fences: Fences): boolean {
  const [left, right] = [recordOf(simulated), recordOf(real)];
  if (canonical(left.record) !== canonical(right.record)) return false;
  if (left.fence === null || right.fence === null) return left.fence === right.fence;
  return fences.fit(id, left.fence, right.fence);
}

function recordOf(value: Plain): { record: Plain; fence: number | null } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { record: value, fence: null };
  const fields = value as Readonly<Record<string, Plain>>;
  const fence = typeof fields["fence"] === "number" ? fields["fence"] : null;
  return { record: without(fields, [...incomparable, "fence"]), fence };
}

function without(fields: Readonly<Record<string, Plain | undefined>>, names: readonly string[]): Plain {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** A handler can see everything that the types of the ports promise: that has to be the same. */
function isSameError({ port }: PendingRequest, simulated: ReplyError, real: ReplyError): boolean {
  if (port === "stripe.charges.create") {
    // Of a connection that failed, Stripe's client also tells how the machine called it.
    const names = simulated.fields["type"] === "StripeConnectionError" ? ["type", "statusCode"] : ["type", "statusCode", "code"];
    return names.every((name) => canonical(simulated.fields[name]) === canonical(real.fields[name]));
  }
  // "Connection terminated unexpectedly" and the like have no code of PostgreSQL.
  if (port === "db.query" && simulated.fields["code"] === undefined) return real.fields["code"] === undefined && simulated.message === real.message;
  const isSame = Object.entries(simulated.fields).every(([name, value]) => canonical(value) === canonical(real.fields[name]));
  // Names of database errors are the client's own; what tells them apart is their code.
  return isSame && simulated.message === real.message && (port === "db.query" || simulated.name === real.name);
}
