import { createCoordinator } from "../coordinator";
import type { CoordinatorEvent } from "../observer";
import type { Defaults, Policies } from "../policies";
import { MemoryStore } from "../stores/memory/store";
import type { ActionContext, Coordinator } from "../types";
import { FaultyStore } from "./faulty-store";
import { seededRandom } from "./seeded-random";
import { skewed, VirtualClock } from "./virtual-clock";

/** Records in memory, virtual time, and a mailer that counts: what most tests of the coordinator play in. */
export class Scene {
  readonly clock = new VirtualClock();
  readonly memory = new MemoryStore({ clock: this.clock });
  readonly mailer = new Mailer(this.clock);
  readonly events: CoordinatorEvent[] = [];
  #processes = 0;

  /** One process: a coordinator of its own, with a store that can be made to fail. */
  process(options: { policies?: Partial<Policies>; defaults?: Partial<Defaults>; skewMs?: number } = {}): {
    coordinator: Coordinator;
    store: FaultyStore;
  } {
    const store = new FaultyStore(this.memory);
    const { policies = {}, defaults = {}, skewMs = 0 } = options;
    const clock = skewed(this.clock, skewMs);
    const observer = (event: CoordinatorEvent) => void this.events.push(event);
    const random = seededRandom(++this.#processes);
    return { coordinator: createCoordinator({ store, clock, random, policies, defaults, observer }), store };
  }

  /** How the calls so far ended. */
  get settlements(): string[] {
    return this.events.flatMap((event) => (event.type === "settled" ? [event.settlement] : []));
  }

  eventsOf<Type extends CoordinatorEvent["type"]>(type: Type): Extract<CoordinatorEvent, { type: Type }>[] {
    return this.events.filter((event): event is Extract<CoordinatorEvent, { type: Type }> => event.type === type);
  }
}

/** A provider that takes a while, counts what it sends, and notes under which keys. */
export class Mailer {
  /** Requests that were handed over. They arrive, whatever becomes of the process that made them. */
  requests = 0;
  sends = 0;
  readonly keys: (string | null)[] = [];

  constructor(
    private readonly clock: { sleep(ms: number): Promise<void> },
    private readonly roundTripMs = 200,
  ) {}

  /** Accepts the mail half way through the round trip. @returns a receipt: `em_` and the number of mails so far */
  async send(context?: ActionContext): Promise<string> {
    this.requests++;
    await this.clock.sleep(this.roundTripMs / 2);
    const receipt = `em_${++this.sends}`;
    this.keys.push(context?.downstreamKey ?? null);
    await this.clock.sleep(this.roundTripMs / 2);
    return receipt;
  }
}
