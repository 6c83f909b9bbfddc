import { fork, type ChildProcess } from "node:child_process";
import type { Deliver, LetGo, RealReply, Standing, Start, Word } from "./protocol";
import { openPostgresGate, type PostgresGate } from "./postgres-gate";

/** What a call that was let go has come to. */
export interface Answered {
  reply: RealReply;
  standing: Standing;
}

type Listener = (word: Word | { word: "gone" }) => void;

/** A real process that runs one process of a scenario at a time. */
export class Child {
  readonly #listeners = new Set<Listener>();
  readonly #answers = new Map<number, Answered>();
  #gone = false;
  /** Server process of its session of PostgreSQL; null while it has none. */
  session: number | null = null;

  private constructor(
    private readonly process: ChildProcess,
    readonly gate: PostgresGate,
  ) {
    process.on("message", (word: Word) => {
      if (word.word === "session") this.session = word.pid;
      if (word.word === "answered") this.#answers.set(word.call, word);
      this.#tell(word);
    });
    process.on("exit", () => {
      this.#gone = true;
      this.#tell({ word: "gone" });
    });
  }

  /** @param databasePort of the PostgreSQL server behind the gate of this child */
  static async spawn(file: string, databasePort: number): Promise<Child> {
    const gate = await openPostgresGate(databasePort);
    const environment = { ...process.env, NODE_OPTIONS: "" };
    return new Child(fork(file, [], { stdio: ["ignore", "inherit", "inherit", "ipc"], execArgv: [], env: environment }), gate);
  }

  /** Begins a process. @returns what it does at first */
  async start(order: Start): Promise<Standing> {
    this.#answers.clear();
    this.session = null;
    return this.#standingAfter(order);
  }

  deliver(message: Deliver["message"]): Promise<Standing> {
    return this.#standingAfter({ order: "deliver", message });
  }

  /** Lets a call go; what becomes of it, `answered` says. */
  letGo(order: Omit<LetGo, "order">): void {
    this.#send({ order: "go", ...order });
  }

  /** The answer to a call that was let go; null when there is none after so many milliseconds. */
  async answered(call: number, withinMs: number): Promise<Answered | null> {
    const known = this.#answers.get(call);
    if (known) return known;
    const word = await this.#wait(withinMs, (said) => (said.word === "answered" && said.call === call ? said : null));
    return word ?? this.#answers.get(call) ?? null;
  }

  /** Ends the process of the scenario in order; the real one can run another. */
  async end(): Promise<void> {
    if (this.#gone) return;
    this.#send({ order: "end" });
    await this.#wait(patienceMs, (word) => (word.word === "ended" ? word : null));
  }

  /** SIGKILL, in whatever it is at. Its door to the database stays as it is. @returns the moment of the signal */
  async kill(): Promise<number> {
    const at = performance.now();
    if (this.#gone) return at;
    this.process.kill("SIGKILL");
    await this.#wait(patienceMs, (word) => (word.word === "gone" ? word : null));
    return at;
  }

  async remove(): Promise<void> {
    await this.kill();
    await this.gate.close();
  }

  get isGone(): boolean {
    return this.#gone;
  }

  async #standingAfter(order: Start | Deliver): Promise<Standing> {
    const standing = this.#wait(patienceMs, (word) => (word.word === "standing" ? word.standing : null));
    this.#send(order);
    const found = await standing;
    if (!found) throw new Error(`a child has not come to rest ${patienceMs} ms after ${order.order}`);
    return found;
  }

  #send(order: object): void {
    if (this.#gone) throw new Error("a child has ended by itself");
    this.process.send(order);
  }

  #tell(word: Parameters<Listener>[0]): void {
    for (const listener of [...this.#listeners]) listener(word);
  }

  /** The first word that `pick` takes; null after so many milliseconds. */
  #wait<Found>(withinMs: number, pick: (word: Parameters<Listener>[0]) => Found | null): Promise<Found | null> {
    return new Promise((resolve, reject) => {
      const finish = (then: () => void) => {
        clearTimeout(timer);
        this.#listeners.delete(listener);
        then();
      };
      const listener: Listener = (word) => {
        const found = pick(word);
        if (found !== null) finish(() => resolve(found));
        else if (word.word === "broken") finish(() => reject(new Error(`a child failed: ${word.message}`)));
        else if (word.word === "gone") finish(() => reject(new Error("a child has ended by itself")));
      };
      const timer = setTimeout(() => finish(() => resolve(null)), withinMs);
      this.#listeners.add(listener);
    });
  }
}

/** How long a child may take for what it does by itself, in milliseconds: long, for the machine may be busy elsewhere. */
const patienceMs = 30_000;

/** Children that are ready before they are needed: after a kill the next one takes over at once. */
export class ChildPool {
  readonly #idle: Promise<Child>[] = [];
  readonly #all = new Set<Promise<Child>>();
  #closed = false;

  constructor(
    private readonly file: string,
    private readonly databasePort: number,
    private readonly spare: number,
  ) {
    this.#refill();
  }

  async take(): Promise<Child> {
    const child = this.#idle.shift() ?? this.#spawn();
    this.#refill();
    return child;
  }

  /** Gives a child back: one that lives can be used again. */
  async giveBack(child: Child): Promise<void> {
    if (child.isGone) return child.gate.close();
    await child.end();
    this.#idle.push(Promise.resolve(child));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map(async (spawned) => (await spawned).remove().catch(() => undefined)));
  }

  #refill(): void {
    while (!this.#closed && this.#idle.length < this.spare) this.#idle.push(this.#spawn());
  }

  #spawn(): Promise<Child> {
    const child = Child.spawn(this.file, this.databasePort);
    this.#all.add(child);
    return child;
  }
}
