import { Cancellation } from "../../cancellation";
import type { Clock } from "../../environment";
import type {
  CompleteRequest,
  OwnedReservation,
  RenewRequest,
  ReserveReply,
  ReserveRequest,
  Snapshot,
  Store,
  StoreCapabilities,
  WaitRequest,
} from "../../store";
import { hasExpired, idOf, reduceRecord, type KeyOperation, type KeyRecord, type KeyReply } from "./reducer";

/** Expired records that each reservation looks for, so that memory follows the living records without a timer. */
const sweptPerReservation = 2;

/**
 * Records in the memory of one process: for tests, for the browser, and for effects that only this process makes.
 * A second process, or the same one after a restart, knows nothing of them.
 */
export class MemoryStore implements Store {
  readonly capabilities: StoreCapabilities = { clock: "store", push: true, transactional: false, durable: false };
  readonly #clock: Clock;
  readonly #records = new Map<string, KeyRecord>();
  readonly #watchers = new Map<string, Set<Cancellation>>();
  #fenceFloor = 0;
  #sweeper: Iterator<[string, KeyRecord]> | null = null;

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock;
  }

  async reserve(request: ReserveRequest): Promise<ReserveReply> {
    this.#sweepSome();
    return this.#apply({ kind: "reserve", request });
  }

  async complete(request: CompleteRequest): Promise<"completed" | "lost"> {
    return this.#apply({ kind: "complete", request });
  }

  async renew(request: RenewRequest): Promise<"renewed" | "lost"> {
    return this.#apply({ kind: "renew", request });
  }

  async release(request: OwnedReservation): Promise<"released" | "lost"> {
    return this.#apply({ kind: "release", request });
  }

  async read(id: string): Promise<Snapshot | null> {
    return this.#apply({ kind: "read", id });
  }

  async waitForChange(id: string, { seenFence, timeoutMs }: WaitRequest): Promise<"changed" | "timeout"> {
    const deadline = this.#clock.now() + timeoutMs;
    for (;;) {
      const answer = this.#apply({ kind: "inspect", id, seenFence });
      if (answer.changed) return "changed";
      const patience = deadline - this.#clock.now();
      if (patience <= 0) return "timeout";
      const wakeUp = new Cancellation();
      const forget = this.#watch(id, wakeUp);
      await this.#clock.sleep(Math.min(patience, answer.leaseRemainingMs), wakeUp);
      forget();
    }
  }

  async sweep(limit: number): Promise<number> {
    const now = this.#clock.now();
    let deleted = 0;
    for (const [id, record] of this.#records) {
      if (deleted >= limit) break;
      if (this.#dropIfExpired(id, record, now)) deleted++;
    }
    return deleted;
  }

  #apply<Kind extends KeyOperation["kind"]>(operation: Extract<KeyOperation, { kind: Kind }>): KeyReply<Kind> {
    const id = idOf(operation);
    const before = this.#records.get(id) ?? null;
    const step = reduceRecord(before, this.#fenceFloor, operation, this.#clock.now());
    this.#fenceFloor = step.fenceFloor;
    if (step.record === null) this.#records.delete(id);
    else if (step.record !== before) this.#records.set(id, step.record);
    if (step.record !== before) this.#wake(id);
    return step.reply as KeyReply<Kind>;
  }

  #watch(id: string, wakeUp: Cancellation): () => void {
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(wakeUp));
    return () => {
      watchers.delete(wakeUp);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
    };
  }

  #wake(id: string): void {
    for (const watcher of [...(this.#watchers.get(id) ?? [])]) watcher.cancel();
  }

  #sweepSome(): void {
    const now = this.#clock.now();
    this.#sweeper ??= this.#records.entries();
    for (let count = 0; count < sweptPerReservation; count++) {
      const next = this.#sweeper.next();
      if (next.done) {
        this.#sweeper = null;
        return;
      }
      this.#dropIfExpired(next.value[0], next.value[1], now);
    }
  }

  #dropIfExpired(id: string, record: KeyRecord, now: number): boolean {
    if (!hasExpired(record, now)) return false;
    this.#records.delete(id);
    this.#fenceFloor = Math.max(this.#fenceFloor, record.fence);
    return true;
  }
}
