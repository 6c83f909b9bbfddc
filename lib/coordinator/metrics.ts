import type { Clock } from "./environment";
import type { CoordinatorEvent, Observer, Settlement } from "./observer";

/** Upper bounds in seconds. From one round trip in a data centre to a lease. */
const storeBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const waitBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Over which time the hit rate is taken: short enough to show a burst, long enough to mean something. */
const rateWindowMs = 60_000;
const slotMs = 5_000;

export type HitKind = "completed" | "in_flight";

/**
 * Which check found what. A hit on a completed record is a late redelivery; a hit on one in flight is a concurrent
 * redelivery, which points at visibility timeouts or a rebalance during processing. The two mean different things.
 */
const hits: Partial<Record<Settlement, HitKind>> = {
  replayed: "completed",
  waited: "in_flight",
  "in-progress": "in_flight",
};
/** Calls that never got an answer from the store checked nothing. */
const unchecked = new Set<Settlement>(["key-invalid", "misconfigured", "store-unavailable", "unprotected"]);

/** What a call that ended so has hit; null when it was no duplicate. */
export function hitKindOf(settlement: Settlement): HitKind | null {
  return hits[settlement] ?? null;
}

/** Whether a call that ended so has asked the store. */
export function isCheck(settlement: Settlement): boolean {
  return !unchecked.has(settlement);
}

/** Counters and histograms of one or more coordinators of a process. */
export class CoordinatorMetrics {
  readonly #counters = new Map<string, number>();
  readonly #histograms = new Map<string, Histogram>();
  readonly #rate: SlidingRate;

  constructor({ clock }: { clock: Clock }) {
    this.#rate = new SlidingRate(clock);
  }

  /** To be passed as the coordinator's `observer`. */
  readonly observe: Observer = (event) => {
    switch (event.type) {
      case "settled":
        return this.#settled(event);
      case "store-call":
        return this.#stored(event);
      case "unprotected-run":
        return this.#count("idempotency_unprotected_runs_total", { operation: event.operation, reason: event.reason });
      case "reserved":
        if (event.takeover) this.#count("idempotency_takeovers_total", { operation: event.operation });
        return;
      case "lease-lost":
        return this.#count("idempotency_leases_lost_total", { operation: event.operation, during: event.during });
    }
  };

  /** All series in the Prometheus text format (version 0.0.4), for a scrape. */
  text(): string {
    const lines: string[] = [];
    for (const [name, { type, help }] of Object.entries(families)) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...this.#samples(name));
    }
    return `${lines.join("\n")}\n`;
  }

  #samples(name: string): string[] {
    if (name === "dedup_check_hit_rate") {
      return (["completed", "in_flight"] as const).map((kind) => sample(name, { kind }, this.#rate.of(kind)));
    }
    const ofName = <V>(all: Map<string, V>) => [...all].filter(([series]) => series.startsWith(`${name}{`));
    return [
      ...ofName(this.#counters).map(([series, value]) => `${series} ${value}`),
      ...ofName(this.#histograms).flatMap(([, histogram]) => histogram.samples()),
    ];
  }

  #settled({ operation, settlement, waitedMs }: Extract<CoordinatorEvent, { type: "settled" }>): void {
    this.#count("idempotency_operations_total", { operation, outcome: settlement });
    if (waitedMs > 0) this.#histogram("idempotency_wait_seconds", { operation }, waitBuckets).add(waitedMs / 1000);
    if (!isCheck(settlement)) return;
    const kind = hitKindOf(settlement);
    this.#count("dedup_checks_total", { operation });
    if (kind !== null) this.#count("dedup_hits_total", { operation, kind });
    this.#rate.add(kind);
  }

  #stored({ call, milliseconds, error }: Extract<CoordinatorEvent, { type: "store-call" }>): void {
    if (call === "waitForChange") return;
    this.#histogram("idempotency_store_seconds", { call }, storeBuckets).add(milliseconds / 1000);
    if (error !== null) this.#count("idempotency_store_errors_total", { call });
  }

  #count(name: string, labels: Labels): void {
    const series = seriesOf(name, labels);
    this.#counters.set(series, (this.#counters.get(series) ?? 0) + 1);
  }

  #histogram(name: string, labels: Labels, buckets: readonly number[]): Histogram {
    const series = seriesOf(name, labels);
    const histogram = this.#histograms.get(series) ?? new Histogram(name, labels, buckets);
    this.#histograms.set(series, histogram);
    return histogram;
  }
}

const families: Record<string, { type: "counter" | "gauge" | "histogram"; help: string }> = {
  idempotency_operations_total: { type: "counter", help: "Calls of the coordinator, by how they ended." },
  idempotency_store_seconds: { type: "histogram", help: "Time of store calls, waits not included." },
  idempotency_store_errors_total: { type: "counter", help: "Store calls that failed or timed out." },
  idempotency_wait_seconds: { type: "histogram", help: "Time that calls spent waiting for another caller." },
  idempotency_takeovers_total: { type: "counter", help: "Reservations whose earlier holder had vanished." },
  idempotency_leases_lost_total: { type: "counter", help: "Reservations that were lost while their action ran." },
  idempotency_unprotected_runs_total: { type: "counter", help: "Actions that ran without protection, by policy." },
  dedup_checks_total: { type: "counter", help: "Calls that the store answered." },
  dedup_hits_total: { type: "counter", help: "Checks that prevented a duplicate, by the state of the record." },
  dedup_check_hit_rate: { type: "gauge", help: "Share of the checks of the last minute that prevented a duplicate." },
};

type Labels = Record<string, string>;

class Histogram {
  #sum = 0;
  #count = 0;
  readonly #counts: number[];

  constructor(
    private readonly name: string,
    private readonly labels: Labels,
    private readonly buckets: readonly number[],
  ) {
    this.#counts = buckets.map(() => 0);
  }

  add(seconds: number): void {
    this.#sum += seconds;
    this.#count++;
    const index = this.buckets.findIndex((bound) => seconds <= bound);
    if (index >= 0) this.#counts[index] = (this.#counts[index] ?? 0) + 1;
  }

  samples(): string[] {
    let below = 0;
    const buckets = this.buckets.map((bound, index) => {
      below += this.#counts[index] ?? 0;
      return sample(`${this.name}_bucket`, { ...this.labels, le: String(bound) }, below);
    });
    return [
      ...buckets,
      sample(`${this.name}_bucket`, { ...this.labels, le: "+Inf" }, this.#count),
      sample(`${this.name}_sum`, this.labels, this.#sum),
      sample(`${this.name}_count`, this.labels, this.#count),
    ];
  }
}

interface Slot {
  startedAt: number;
  checks: number;
  hits: Record<HitKind, number>;
}

/** Checks and hits of the last minute, in slots that fall out at its end. */
class SlidingRate {
  #slots: Slot[] = [];

  constructor(private readonly clock: Clock) {}

  add(kind: HitKind | null): void {
    const startedAt = Math.floor(this.clock.now() / slotMs) * slotMs;
    let slot = this.#slots.at(-1);
    if (slot?.startedAt !== startedAt) {
      slot = { startedAt, checks: 0, hits: { completed: 0, in_flight: 0 } };
      this.#slots = [...this.#current(), slot];
    }
    slot.checks++;
    if (kind !== null) slot.hits[kind]++;
  }

  /** 0 without checks. */
  of(kind: HitKind): number {
    const slots = this.#current();
    const checks = slots.reduce((sum, slot) => sum + slot.checks, 0);
    return checks === 0 ? 0 : slots.reduce((sum, slot) => sum + slot.hits[kind], 0) / checks;
  }

  #current(): Slot[] {
    const since = this.clock.now() - rateWindowMs;
    return this.#slots.filter(({ startedAt }) => startedAt > since);
  }
}

function sample(name: string, labels: Labels, value: number): string {
  return `${seriesOf(name, labels)} ${value}`;
}

function seriesOf(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escapeLabel(value)}"`);
  return `${name}{${pairs.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
