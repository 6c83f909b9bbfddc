import {
  emptyKeyState,
  forgetRecord,
  lapseLease,
  reduceKeyState,
  type KeyOperation,
  type KeyRecord,
  type KeyReply,
  type KeyState,
} from "../../coordinator/stores/memory/reducer";
import type { CompleteRequest, OwnedReservation, RenewRequest, ReserveRequest } from "../../coordinator/store";
import type { Plain } from "../plain";
import type { PendingRequest, ReplyError } from "../process/history";
import type { Fact } from "./facts";
import type { Caller, Response } from "./part";

/**
 * The coordinator's store: the very reducer that its memory store runs. No time passes in it, so nothing expires by
 * itself; leases and retentions end by the moves of a run. The grace after a lease therefore never ends here, and
 * fences grow with every reservation of a run.
 */
export type KeyStoreState = KeyState;

export const emptyKeyStore: KeyStoreState = emptyKeyState;

const now = 0;

/** Owner of records whose holder can no longer act: equal for all, so that equal futures are equal states. */
const nobody = "nobody";

/** Processes number their calls; with the life before it, the number is one owner in the whole world. */
function ownerOf(life: string, call: string): string {
  return `${life}/${call}`;
}

export function isStoreCall(request: PendingRequest): boolean {
  return request.port.startsWith("coordinator.");
}

/** One call of the coordinator of `caller`, in one indivisible moment; a wait is blocked until there is a change. */
export function answerKeyStore(state: KeyStoreState, request: PendingRequest, caller: Caller): Response<KeyStoreState> {
  const { port, args } = request;
  const key = String(args["id"]);
  const owned = <Owned extends OwnedReservation>() =>
    ({ ...args, owner: ownerOf(caller.life, String(args["owner"])) }) as unknown as Owned;
  switch (port) {
    case "coordinator.reserve": {
      const reserve = { ...args, owner: ownerOf(caller.life, String(args["owner"])) } as unknown as ReserveRequest;
      return apply(state, { kind: "reserve", request: reserve }, (reply) => reserveFact(key, reply));
    }
    case "coordinator.complete":
      return apply(state, { kind: "complete", request: owned<CompleteRequest>() }, (reply) =>
        reply === "lost"
          ? { fact: "reservation-lost", key, wanted: "complete" }
          : { fact: "result-stored", key },
      );
    case "coordinator.renew":
      return apply(state, { kind: "renew", request: owned<RenewRequest>() }, (reply) =>
        reply === "lost"
          ? { fact: "reservation-lost", key, wanted: "renew" }
          : { fact: "reservation-renewed", key },
      );
    case "coordinator.release":
      return apply(state, { kind: "release", request: owned<OwnedReservation>() }, (reply) =>
        reply === "lost"
          ? { fact: "reservation-lost", key, wanted: "release" }
          : { fact: "reservation-released", key },
      );
    case "coordinator.read":
      return apply(state, { kind: "read", id: key }, (reply) => ({
        fact: "record-read",
        key,
        found: reply === null ? "nothing" : reply.status === "completed" ? "completed" : "in-flight",
      }));
    case "coordinator.waitForChange":
      return wait(state, key, Number(args["seenFence"]));
    default:
      throw new Error(`the key store does not answer ${port}`);
  }
}

function apply<Kind extends KeyOperation["kind"]>(
  state: KeyStoreState,
  operation: Extract<KeyOperation, { kind: Kind }>,
  factOf: (reply: KeyReply<Kind>) => Fact,
): Response<KeyStoreState> {
  const { state: changed, reply } = reduceKeyState<Kind>(state, operation, now);
  return { state: changed, reply: { value: reply as unknown as Plain }, fact: factOf(reply) };
}

function reserveFact(key: string, reply: KeyReply<"reserve">): Fact {
  switch (reply.kind) {
    case "reserved":
      return { fact: "reserved", key, fence: reply.fence, takeover: reply.takeover };
    case "in-flight":
    case "completed":
      return { fact: "not-reserved", key, because: reply.kind };
    case "fingerprint-mismatch":
      return { fact: "not-reserved", key, because: "mismatch" };
  }
}

function wait(state: KeyStoreState, id: string, seenFence: number): Response<KeyStoreState> {
  const { reply } = reduceKeyState<"inspect">(state, { kind: "inspect", id, seenFence }, now);
  if (reply.changed) return { state, reply: { value: "changed" }, fact: { fact: "record-changed", key: id } };
  const life = lifeOfOwner(state.records[id]?.owner ?? nobody);
  return { blocked: { fact: "waits-for-record", key: id, holder: life }, waitsFor: life ?? nobody };
}

/** The life that holds a record; null when its holder can no longer act. */
function lifeOfOwner(owner: string): string | null {
  return owner === nobody ? null : owner.slice(0, owner.lastIndexOf("/"));
}

/** What the caller gets instead of an answer when the store is down: the fault `outage`. */
export const unavailable: ReplyError = { name: "StoreUnavailable", message: "connection refused", fields: { code: "ECONNREFUSED" } };

/** Reservations whose lease has not ended, in the order of their keys. */
export function reservations(state: KeyStoreState): { key: string; owner: string }[] {
  return recordsOf(state).flatMap(([key, record]) =>
    record.status === "pending" && record.leaseUntil > now ? [{ key, owner: record.owner }] : [],
  );
}

/** Keys with a stored result: what the fault `retention` can strike. */
export function completedKeys(state: KeyStoreState): string[] {
  return recordsOf(state).flatMap(([key, { status }]) => (status === "completed" ? [key] : []));
}

function recordsOf(state: KeyStoreState): [string, KeyRecord][] {
  return Object.entries(state.records).sort(([left], [right]) => (left < right ? -1 : 1));
}

/** True while a call of this life, one of those that are under way, keeps the lease. */
export function isKept(owner: string, life: string, callsUnderWay: readonly string[]): boolean {
  return callsUnderWay.some((call) => ownerOf(life, call) === owner);
}

/** The lease passes; the reservation can be taken over, and is still there for its own late result. */
export function endReservation(state: KeyStoreState, key: string): KeyStoreState {
  return lapseLease(state, key, now);
}

export function forgetResult(state: KeyStoreState, key: string): KeyStoreState {
  return forgetRecord(state, key);
}

/** A life can no longer act under any of its owners: it has died, or its handler has ended and kept nothing. */
export function ownersGone(state: KeyStoreState, life: string): KeyStoreState {
  const entries = Object.entries(state.records);
  if (!entries.some(([, { owner }]) => lifeOfOwner(owner) === life)) return state;
  const records = entries.map(([key, record]) => [
    key,
    lifeOfOwner(record.owner) === life ? { ...record, owner: nobody } : record,
  ]);
  return { ...state, records: Object.fromEntries(records) as KeyStoreState["records"] };
}
