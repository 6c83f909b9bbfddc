import type { DeliveryPorts } from "@/lib/outbox/delivery";
import type { AttemptReply, AttemptRequest } from "@/lib/progress/contract";

/** A network, a clock and a browser in the hands of a test. */
export class FakePorts implements DeliveryPorts {
  /** Every request that was posted, in order. */
  readonly posted: AttemptRequest[] = [];
  /** Delays asked for, in ms; a cancelled timer stays in the list. */
  readonly delays: number[] = [];
  isOnline = true;
  #answers: (() => Promise<Response>)[] = [];
  #timers: (() => void)[] = [];
  #wakers = new Set<() => void>();

  /** What the next request without an answer gets: a response, or a lost connection. */
  answer(next: Response | "lost"): this {
    this.#answers.push(async () => {
      if (next === "lost") throw new TypeError("Failed to fetch");
      return next;
    });
    return this;
  }

  post = async (request: AttemptRequest): Promise<Response> => {
    this.posted.push(structuredClone(request));
    return (this.#answers.shift() ?? (() => new Promise<Response>(() => {})))();
  };

  online = () => this.isOnline;

  after = (ms: number, action: () => void) => {
    this.delays.push(ms);
    this.#timers.push(action);
    return () => {
      this.#timers = this.#timers.filter((timer) => timer !== action);
    };
  };

  onWake = (action: () => void) => {
    this.#wakers.add(action);
    return () => void this.#wakers.delete(action);
  };

  random = () => 0.5;

  /** Timers that would still fire. */
  get pendingTimers(): number {
    return this.#timers.length;
  }

  /** Listeners that still wait for the network. */
  get wakers(): number {
    return this.#wakers.size;
  }

  /** Lets all running promises finish. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  }

  async fireTimers(): Promise<void> {
    const due = this.#timers;
    this.#timers = [];
    due.forEach((action) => action());
    await this.settle();
  }

  async wake(): Promise<void> {
    this.#wakers.forEach((action) => action());
    await this.settle();
  }
}

export const exampleRequest: AttemptRequest = {
  id: "0b1d6a0e-8f5e-4a57-9d0e-0f3a4a1c2b3d",
  question: "reading-code-and-logs/race",
  version: "v1",
  answer: { kind: "choice", option: "twice" },
  confidence: "sure",
  locale: "en",
  context: "lesson",
  shownOrder: ["once", "twice", "never"],
  answeredAt: "2026-11-30T12:00:00.000Z",
};

export const exampleReply: AttemptReply = {
  id: exampleRequest.id,
  question: exampleRequest.question,
  version: exampleRequest.version,
  answer: exampleRequest.answer,
  confidence: exampleRequest.confidence,
  shownOrder: exampleRequest.shownOrder,
  correct: true,
  try: 1,
  settled: true,
  feedback: ["Both may ask before either has recorded."],
  wrongOptions: [],
  run: null,
  traffic: null,
  reveal: { key: { kind: "choice", option: "twice" }, explanation: ["Two steps."], options: [] },
};
