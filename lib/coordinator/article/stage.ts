import { createCoordinator } from "../coordinator";
import type { Clock, Random } from "../environment";
import type { Defaults, Policies } from "../policies";
import type { Store } from "../store";
import type { Coordinator } from "../types";

/** Where the scenes of the article play: over any store, in virtual or in real time. */
export interface Stage {
  store: Store;
  clock: Clock;
  random: Random;
  /** Lets time pass until the promise settles. Only virtual time needs help. */
  run<T>(promise: Promise<T>): Promise<T>;
  /** How much shorter than in the article durations of seconds and more are; 1 in virtual time. */
  scale: number;
}

/** One scene: records, queue and mailer of its own. */
export class Scenery {
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly store: Store;
  readonly random: Random;

  constructor(readonly stage: Stage) {
    this.clock = stage.clock;
    this.random = stage.random;
    this.store = namespaced(stage.store, `article-${stage.random.token().slice(0, 8)}/`);
    this.mailer = new Mailer(stage.clock);
  }

  /** A worker process with a coordinator of its own. */
  coordinator(options: { policies?: Partial<Policies>; defaults?: Partial<Defaults> } = {}): Coordinator {
    return createCoordinator({ store: this.store, clock: this.clock, random: this.random, ...options });
  }
}

/** The provider's round trip in the article. */
const roundTripMs = 200;

/** The provider: takes 200 ms, and its receipt says how many mails it has sent. */
export class Mailer {
  mails = 0;
  /** Mails that would be left if the provider recognised the keys it is given; without a key each mail counts. */
  get mailsByKey(): number {
    return new Set(this.#keys).size;
  }
  readonly #keys: unknown[] = [];

  constructor(private readonly clock: Clock) {}

  /** @param onAccepted called when the mail is out of anybody's reach, half way through */
  async sendInvoice(key: string | null = null, onAccepted: () => void = () => {}): Promise<string> {
    await this.clock.sleep(roundTripMs / 2);
    const receipt = `em_${++this.mails}`;
    this.#keys.push(key ?? receipt);
    onAccepted();
    await this.clock.sleep(roundTripMs / 2);
    return receipt;
  }
}

export interface Job {
  jobId: string;
  orderId: string;
}

/** Keeps a job until it is acknowledged, and hands it out again otherwise: at least once. */
export class Queue {
  deliveries = 0;
  #jobs: Job[];

  constructor(...jobs: Job[]) {
    this.#jobs = jobs;
  }

  /** Hands out the first job that is not acknowledged. */
  receive(): { job: Job; ack: () => void } | null {
    const [job] = this.#jobs;
    if (job === undefined) return null;
    this.deliveries++;
    return { job, ack: () => (this.#jobs = this.#jobs.filter((other) => other !== job)) };
  }
}

function namespaced(store: Store, prefix: string): Store {
  const within = <R extends { id: string }>(request: R): R => ({ ...request, id: prefix + request.id });
  return {
    capabilities: store.capabilities,
    reserve: (request) => store.reserve(within(request)),
    complete: (request) => store.complete(within(request)),
    renew: (request) => store.renew(within(request)),
    release: (request) => store.release(within(request)),
    read: (id) => store.read(prefix + id),
    waitForChange: (id, request) => store.waitForChange(prefix + id, request),
  };
}
