import { canonical, type Plain } from "../plain";
import type { ReplyError } from "../process/history";
import type { Reply } from "./part";

/** One effect that really happened at a receiver, and can never be taken back. */
export interface Effect {
  /** `stripe.charges`, `mailer.mails`, `alerts`, or `<receiver>.<effect>`. */
  readonly kind: string;
  /** The message that its caller worked on. */
  readonly message: string | null;
  readonly params: Plain;
}

interface StoredAnswer {
  /** What the first call asked for, to compare later calls with. */
  readonly request: string;
  readonly reply: Reply;
}

/** A receiver of calls that may carry a key. Without a key every call is an effect; a known key gives the stored answer. */
export interface ReceiverState {
  readonly effects: readonly Effect[];
  readonly keys: Readonly<Record<string, StoredAnswer>>;
  /** The highest fencing token that it has seen; absent where it looks at none. */
  readonly fence?: number;
  /** Calls that were begun and not yet answered, by key; absent where calls take no time. */
  readonly running?: Readonly<Record<string, RunningCall>>;
}

/** A call that the receiver is at work on. */
export interface RunningCall {
  /** Who waits for the answer; null once the caller is dead. The receiver goes on all the same. */
  readonly life: string | null;
  readonly request: number;
  readonly args: Plain;
  readonly message: string | null;
}

export const emptyReceiver: ReceiverState = { effects: [], keys: {} };

export interface Call {
  key: string | null;
  effect: Effect;
  /** Refuse a known key with other parameters. */
  compareParams: boolean;
  /** The answer to the n-th effect of this receiver, counting from 1. */
  answer: (n: number) => Plain;
}

export type Receipt =
  | { receipt: "performed"; state: ReceiverState; reply: Reply; n: number }
  | { receipt: "replayed"; state: ReceiverState; reply: Reply }
  | { receipt: "mismatch"; state: ReceiverState };

/** One call, in one indivisible moment. */
export function receive(state: ReceiverState, call: Call): Receipt {
  const request = canonical(call.effect.params);
  const stored = call.key !== null && Object.hasOwn(state.keys, call.key) ? state.keys[call.key] : undefined;
  if (stored) {
    if (call.compareParams && stored.request !== request) return { receipt: "mismatch", state };
    return { receipt: "replayed", state, reply: stored.reply };
  }
  const n = state.effects.length + 1;
  const reply: Reply = { value: call.answer(n) };
  const performed = { ...state, effects: [...state.effects, call.effect] };
  return {
    receipt: "performed",
    state: call.key === null ? performed : store(performed, call.key, request, reply),
    reply,
    n,
  };
}

function store(state: ReceiverState, key: string, request: string, reply: Reply): ReceiverState {
  return { ...state, keys: { ...state.keys, [key]: { request, reply } } };
}

/** Replaces the answer stored under a key: the receiver did the work, failed on the way out and saved that failure. */
export function storeFailure(state: ReceiverState, key: string, error: ReplyError): ReceiverState {
  const stored = Object.hasOwn(state.keys, key) ? state.keys[key] : undefined;
  return stored ? store(state, key, stored.request, { error }) : state;
}

/** The receiver forgets a key: its retention has passed. */
export function forget(state: ReceiverState, key: string): ReceiverState {
  const { [key]: _, ...keys } = state.keys;
  return { ...state, keys };
}

export function runningCall(state: ReceiverState, key: string): RunningCall | null {
  return state.running && Object.hasOwn(state.running, key) ? (state.running[key] ?? null) : null;
}

export function hasAnswer(state: ReceiverState, key: string): boolean {
  return Object.hasOwn(state.keys, key);
}

export function withRunning(state: ReceiverState, key: string, call: RunningCall | null): ReceiverState {
  const { [key]: _, ...others } = state.running ?? {};
  const running = call ? { ...others, [key]: call } : others;
  const { running: _before, ...idle } = state;
  return Object.keys(running).length > 0 ? { ...idle, running } : idle;
}

/** A caller has died: nobody waits for the answers to its calls any more. */
export function callerGone(state: ReceiverState, life: string): ReceiverState {
  const own = Object.entries(state.running ?? {}).filter(([, call]) => call.life === life);
  return own.reduce((changed, [key, call]) => withRunning(changed, key, { ...call, life: null }), state);
}

/** Keys of calls whose callers are dead, in their order. */
export function abandonedCalls(state: ReceiverState): string[] {
  return Object.entries(state.running ?? {})
    .filter(([, { life }]) => life === null)
    .map(([key]) => key)
    .sort();
}
