import type { Clock, Random } from "../environment";
import { encodeRecordId } from "../keys";
import type { OwnedReservation, ReserveReply, ReserveRequest, Store } from "../store";
import type { ConformanceAbilities } from "./abilities";

/** The store did something that the contract forbids. */
export class ConformanceFailure extends Error {
  override readonly name = "ConformanceFailure";
}

/** The machine was too slow for the case to mean anything; it is run again with longer times. */
export class Inconclusive extends Error {
  override readonly name = "Inconclusive";
}

export interface CaseContextOptions {
  caseId: string;
  /** Distinguishes this run's records from those of every other run on the same data. */
  run: string;
  store: Store;
  open: (clockSkewMs: number) => Promise<Store>;
  clock: Clock;
  random: Random;
  /** Virtual time can be moved to the millisecond; real time only roughly. */
  advance: ((ms: number) => Promise<void>) | null;
  unitMs: number;
  /** After this one, an inconclusive result counts as a failure. */
  lastTry: boolean;
  abilities: ConformanceAbilities;
}

export type Reserved = Extract<ReserveReply, { kind: "reserved" }> & OwnedReservation;

/** What a case works with: fresh ids and owners, time in units, and the steps that most cases begin with. */
export class CaseContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly abilities: ConformanceAbilities;
  /** A time that is long compared with a store call. Leases and retentions are multiples of it. */
  readonly unitMs: number;
  readonly lastTry: boolean;

  constructor(private readonly options: CaseContextOptions) {
    this.store = options.store;
    this.clock = options.clock;
    this.random = options.random;
    this.abilities = options.abilities;
    this.unitMs = options.unitMs;
    this.lastTry = options.lastTry;
  }

  /** The same data, seen by a process whose clock is wrong by `clockSkewMs`. */
  open(clockSkewMs = 0): Promise<Store> {
    return this.options.open(clockSkewMs);
  }

  /** An id that no other case uses. */
  id(key = "key"): string {
    return encodeRecordId({ scope: this.options.run, operation: this.options.caseId, key });
  }

  owner(): string {
    return this.random.token();
  }

  /** Far more than any wake-up takes on a busy machine, and still an end. */
  get patienceMs(): number {
    return 30_000;
  }

  /** Long enough never to end within a case. */
  get longMs(): number {
    return 3_600_000;
  }

  request(overrides: Partial<ReserveRequest> = {}): ReserveRequest {
    const lasting = { leaseMs: this.longMs, graceMs: this.longMs };
    return { id: this.id(), owner: this.owner(), fingerprint: null, ...lasting, ...overrides };
  }

  /** Reserves, and fails the case when that does not succeed. */
  async reserved(overrides: Partial<ReserveRequest> = {}, store = this.store): Promise<Reserved> {
    const request = this.request(overrides);
    const reply = await store.reserve(request);
    if (reply.kind !== "reserved") fail(`reserve should have succeeded but said ${JSON.stringify(reply)}`);
    return { ...reply, id: request.id, owner: request.owner };
  }

  /** Reserves and completes. */
  async completed(result: string, overrides: Partial<ReserveRequest & { retentionMs: number }> = {}): Promise<Reserved> {
    const { retentionMs = this.longMs, ...request } = overrides;
    const held = await this.reserved(request);
    equal(await this.complete(held, result, retentionMs), "completed", "complete by the holder");
    return held;
  }

  complete(held: OwnedReservation, result: string, retentionMs = this.longMs): Promise<"completed" | "lost"> {
    return this.store.complete({ id: held.id, owner: held.owner, fence: held.fence, result, retentionMs });
  }

  renew(held: OwnedReservation, leaseMs: number): Promise<"renewed" | "lost"> {
    return this.store.renew({ id: held.id, owner: held.owner, fence: held.fence, leaseMs });
  }

  release(held: OwnedReservation, store = this.store): Promise<"released" | "lost"> {
    return store.release({ id: held.id, owner: held.owner, fence: held.fence });
  }

  async elapse(ms: number): Promise<void> {
    if (this.options.advance === null) await this.clock.sleep(ms);
    else await this.options.advance(ms);
  }

  /** The value of `promise`, which must settle within `ms`. */
  async within<T>(ms: number, promise: Promise<T>, what: string): Promise<T> {
    let settled = false;
    const done = () => (settled = true);
    promise.then(done, done);
    const deadline = this.clock.now() + ms;
    for (let pause = 1; !settled && this.clock.now() < deadline; pause = Math.min(pause * 2, ms)) {
      await this.elapse(Math.min(pause, Math.max(1, deadline - this.clock.now())));
    }
    if (!settled) fail(`${what} did not end within ${ms} ms`);
    return promise;
  }

  /** Virtual time: moments are exact, and nothing happens beside the case. */
  get exact(): boolean {
    return this.options.advance !== null;
  }

  /** Starts measuring, for statements about what is true before and after a duration. */
  timeline(): Timeline {
    return new Timeline(this, this.exact);
  }
}

/** Real clocks and timers round; a duration has certainly passed this much later. */
const roundingMs = 5;

export class Timeline {
  readonly #startedAt: number;

  constructor(
    private readonly context: CaseContext,
    private readonly exact: boolean,
  ) {
    this.#startedAt = context.clock.now();
  }

  /** Checks something that must hold before `ms` have passed: at the last millisecond, or half way in real time. */
  async before<T>(ms: number, look: () => Promise<T>): Promise<T> {
    await this.#reach(this.exact ? ms - 1 : ms / 2);
    try {
      return await look();
    } finally {
      if (this.#elapsed() >= ms) throw new Inconclusive(`looking took longer than ${ms} ms`);
    }
  }

  /** Waits until `ms` have certainly passed. */
  async after(ms: number): Promise<void> {
    await this.#reach(this.exact ? ms + 1 : ms + roundingMs);
  }

  async #reach(ms: number): Promise<void> {
    const missing = ms - this.#elapsed();
    if (missing > 0) await this.context.elapse(missing);
  }

  #elapsed(): number {
    return this.context.clock.now() - this.#startedAt;
  }
}

export function fail(sentence: string): never {
  throw new ConformanceFailure(sentence);
}

export function check(condition: boolean, sentence: string): void {
  if (!condition) fail(sentence);
}

export function equal<T>(actual: T, expected: T, what: string): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  check(got === wanted, `${what}: expected ${wanted}, got ${got}`);
}

/** Narrows a reply to the kind that the contract asks for here. */
export function kindIs<Kind extends ReserveReply["kind"]>(
  reply: ReserveReply,
  kind: Kind,
  what: string,
): Extract<ReserveReply, { kind: Kind }> {
  if (reply.kind !== kind) fail(`${what}: expected ${kind}, got ${JSON.stringify(reply)}`);
  return reply as Extract<ReserveReply, { kind: Kind }>;
}
