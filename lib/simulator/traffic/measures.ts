import type { CoordinatorEvent } from "../../coordinator/observer";
import { hitKindOf, isCheck, type HitKind } from "../../coordinator/metrics";

/** What the meters of the consumers show for one minute. */
export interface MinuteCounts {
  checks: number;
  /** Checks that found the key taken: its work done, or under way at another consumer. */
  hits: Record<HitKind, number>;
  effects: number;
  /** Records that were handed out before. */
  redeliveries: number;
}

/** Counts minute by minute. The hit rate is counted as the coordinator's own metrics count it. */
export class Measures {
  readonly minutes: MinuteCounts[];
  /** How often the effect of each message happened. */
  readonly effectsById = new Map<string, number>();

  /** @param now milliseconds since the start of the run */
  constructor(
    minutes: number,
    private readonly now: () => number,
  ) {
    this.minutes = Array.from({ length: minutes }, () => ({ checks: 0, hits: { completed: 0, in_flight: 0 }, effects: 0, redeliveries: 0 }));
  }

  /** To be passed as the coordinator's observer. */
  readonly observe = (event: CoordinatorEvent): void => {
    if (event.type !== "settled" || !isCheck(event.settlement)) return;
    const minute = this.#minute();
    minute.checks++;
    const kind = hitKindOf(event.settlement);
    if (kind !== null) minute.hits[kind]++;
  };

  effect(message: string): void {
    this.#minute().effects++;
    this.effectsById.set(message, (this.effectsById.get(message) ?? 0) + 1);
  }

  redelivered(records: number): void {
    this.#minute().redeliveries += records;
  }

  /** What comes after the last minute belongs to it: consumers finish what they have. */
  #minute(): MinuteCounts {
    const index = Math.min(Math.floor(this.now() / 60_000), this.minutes.length - 1);
    return this.minutes[index] as MinuteCounts;
  }
}
