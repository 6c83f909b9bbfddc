import type { PendingRequest, Snapshot } from "@/lib/simulator/process/history";
import { canonical, type Plain } from "@/lib/simulator/plain";
import type { Transition } from "@/lib/simulator/run/apply";
import type { Choice, Move } from "@/lib/simulator/run/moves";
import type { Simulation, System } from "@/lib/simulator/run/simulation";
import { keyInAccount } from "@/lib/simulator/world/payments";
import type { Answered, Child } from "../children";
import type { Lane } from "../lane";
import { blockedAfterMs } from "../limits";
import type { LetGo, Standing, StoreAddress } from "../protocol";
import type { Simulator } from "../simulated";
import { endRedisKey, recordTime } from "../store-time";
import { comparableCalls, differenceOfReplies, Fences, type Difference } from "./compare";
import { differenceAtTheEnd } from "./final-state";
import { realPartOf } from "./parts";
import { untilSessionIsGone, waitsForALock } from "./sessions";

export interface ReplayOptions {
  simulator: Simulator;
  simulation: Simulation;
  lane: Lane;
  /** Where the coordinator keeps its records. */
  store: StoreAddress["kind"];
  /** SQL that the database is set up with. */
  setup: string;
}

/** What a schedule has led to. */
export interface Replayed {
  /** Null where everything agrees. */
  disagreement: Disagreement | null;
  /** Why the schedule cannot be replayed; null for one that was. */
  notReplayable: string | null;
  steps: number;
  /** Replies of real systems that were compared. */
  replies: number;
  kills: number;
  /** Calls that had to wait on both sides, and went on with the same result. */
  blocked: number;
  /** Milliseconds between the moment at which the server could hear of a dead client and the end of its session. */
  rollbacksMs: number[];
}

export interface Disagreement extends Difference {
  /** Number of the step in the schedule, from 1; one more than there are for the state at the end. */
  step: number;
  /** Name of the choice; "the end" for the state at the end. */
  choice: string;
}

/** A client that gives up: much longer than an answer takes, for the machine may be busy elsewhere. */
const clientTimeoutMs = 400;
/** After this a call that the simulator lets through counts as blocked. */
const patienceMs = 10_000;

/** Thrown to end a replay. */
class Stop extends Error {
  constructor(readonly difference: Difference) {
    super(difference.what);
  }
}

class CannotReplay extends Error {}

/** Replays a schedule with real processes and compares every reply, every call that follows, and what is left at the end. */
export async function replay(options: ReplayOptions, choices: readonly string[]): Promise<Replayed> {
  return new Replay(options).run(choices);
}

class Replay {
  readonly #children: (Child | null)[];
  readonly #pending: PendingRequest[][];
  readonly #logged: number[];
  readonly #fences = new Fences();
  /** Calls that were let go although they have to wait, by process: their answers come later. */
  readonly #early = new Map<number, number>();
  readonly #result: Replayed = { disagreement: null, notReplayable: null, steps: 0, replies: 0, kills: 0, blocked: 0, rollbacksMs: [] };
  /** Children of lives that have ended, whose door to the database is still shut, by life. */
  readonly #dead = new Map<string, Child>();
  #system: System;

  constructor(private readonly options: ReplayOptions) {
    const { processes, initial } = options.simulation;
    this.#system = initial;
    this.#children = processes.map(() => null);
    this.#pending = processes.map(() => []);
    this.#logged = processes.map(() => 0);
  }

  async run(choices: readonly string[]): Promise<Replayed> {
    const { lane, simulation, simulator, store } = this.options;
    const { profiles } = simulation.bounds;
    lane.stripe.reset({ comparesParameters: profiles["compare-params"] === "on" });
    lane.receivers.reset({ checksFence: profiles.fencing === "checked" });
    await lane.prepare(this.options.setup);
    let at = { step: 0, choice: "the start" };
    try {
      for (const [index, { starts }] of simulation.processes.entries()) if (starts !== "message") await this.#start(index);
      for (const [index, name] of choices.entries()) {
        at = { step: index + 1, choice: name };
        await this.#step(name, choices[index + 1] ?? null);
        this.#result.steps += 1;
      }
      at = { step: choices.length + 1, choice: "the end" };
      const difference = await differenceAtTheEnd(simulator, simulation, this.#system, lane, store, this.#fences);
      if (difference) throw new Stop(difference);
    } catch (error) {
      if (error instanceof Stop) this.#result.disagreement = { ...at, ...error.difference };
      else if (error instanceof CannotReplay) this.#result.notReplayable = error.message;
      else throw new Error(`step ${at.step}, ${at.choice} of ${choices.join(".")}: ${error instanceof Error ? (error.stack ?? "") : String(error)}`);
    } finally {
      await this.#end();
    }
    return this.#result;
  }

  async #step(name: string, next: string | null): Promise<void> {
    const { simulator, simulation } = this.options;
    const offered = simulator.choicesOf(simulation, this.#system);
    const choice = simulator.choiceNamed(offered, name);
    if (!choice) throw new Error(`${name} is not possible in the simulator`);
    if (next !== null) await this.#sendEarly(choice, next, offered.blocked);
    const transition = simulator.applyMove(simulation, this.#system, choice.move);
    await this.#make(choice.move, transition);
    this.#system = transition.system;
  }

  /** A call that has to wait, and that goes on right after this move, is let go before it: both sides must say so. */
  async #sendEarly(choice: Choice, next: string, blocked: readonly { name: string; process: number }[]): Promise<void> {
    const waiting = blocked.find(({ name }) => name === next);
    if (!waiting || ("process" in choice.move && choice.move.process === waiting.process)) return;
    const { simulator, simulation } = this.options;
    const after = simulator.applyMove(simulation, this.#system, choice.move).system;
    const move = simulator.choiceNamed(simulator.choicesOf(simulation, after), next)?.move;
    if (move?.move !== "request" || move.deadlock) return;
    const { request, call } = this.#callOf(move.process, move.request);
    if (realPartOf(request.port) === null) return;
    const child = this.#childOf(move.process);
    child.letGo({ call, timeoutMs: null });
    if (await child.answered(call, blockedAfterMs))
      throw new Stop({ what: `${next} has to wait in the simulator`, simulated: "blocked", real: "not blocked" });
    this.#early.set(move.process, call);
    this.#result.blocked += 1;
  }

  async #make(move: Move, transition: Transition): Promise<void> {
    const { lane, store } = this.options;
    switch (move.move) {
      case "receive": {
        const entry = transition.system.processes[move.process]?.history.at(-1);
        if (!entry || !("message" in entry)) throw new Error("a message was handed over, and is not there");
        const child = this.#children[move.process] ?? (await this.#start(move.process));
        return this.#compareStanding(move.process, await child.deliver(entry.message), transition);
      }
      case "request":
        if (move.deadlock) throw new CannotReplay("which of two sessions in a deadlock is ended, PostgreSQL decides by itself");
        return this.#request(move.process, move.request, transition, {});
      case "faulty-request":
        return this.#faultyRequest(move, transition);
      case "start": {
        const { call } = this.#callOf(move.process, move.request);
        lane.stripe.expect({ message: this.#messageOf(move.process), fault: null, hold: true });
        const begun = lane.stripe.begun();
        this.#childOf(move.process).letGo({ call, timeoutMs: null });
        await begun;
        return void this.#early.set(move.process, call);
      }
      case "call-end":
        return lane.stripe.finish(move.key);
      case "wake":
        return this.#request(move.process, move.request, transition, { reply: { value: null } });
      case "crash":
        return this.#crash(move.process, transition);
      case "session-end": {
        const dead = this.#dead.get(move.life);
        if (!dead) throw new Error(`${move.life} has no session`);
        this.#dead.delete(move.life);
        return this.#endSession(dead);
      }
      case "redis-end": {
        const ttl = await lane.redis.pTTL(move.key);
        if (ttl <= 0) throw new Stop({ what: `the time to live of ${move.key}`, simulated: "runs", real: ttl === -2 ? "no such key" : "none" });
        return endRedisKey(lane.redis, move.key);
      }
      case "reservation-end":
        return recordTime(lane, store).lapse(move.key);
      case "forget":
        return this.#forget(move.part, move.key);
      case "restart": {
        await this.#childOf(move.process).end();
        this.#children[move.process] = null;
        this.#system = transition.system;
        return void (await this.#start(move.process));
      }
      // The queue, the log and their leases have no real counterpart here: nothing real happens.
      case "expiry":
      case "lease-end":
      case "redrive":
      case "partition-move":
      case "auto-commit":
        return;
      case "arrive":
        throw new CannotReplay("a statement that takes its snapshot and then waits is replayed by the histories of the database");
      case "sigterm":
      case "redis-failover":
        throw new CannotReplay(`${move.move} has no real counterpart here`);
    }
  }

  async #request(process: number, id: number, transition: Transition, way: Partial<LetGo>): Promise<void> {
    const { lane } = this.options;
    const { request, call } = this.#callOf(process, id);
    const { reply } = transition;
    if (!reply) throw new Error("a request without a reply");
    const child = this.#childOf(process);
    const part = way.reply ? null : realPartOf(request.port);
    if (this.#early.get(process) === call) {
      this.#early.delete(process);
      const key = keyInAccount(request.args);
      if (part === "stripe" && key !== null) lane.stripe.finish(key);
    } else {
      const message = this.#messageOf(process);
      if (part === "stripe") lane.stripe.expect({ message });
      if (part === "receivers") lane.receivers.expect({ message });
      child.letGo({ call, timeoutMs: null, ...(part === null ? { reply: reply as LetGo["reply"] & object } : {}), ...way });
    }
    await this.#compareAnswer(process, request, call, transition, part !== null);
  }

  async #compareAnswer(process: number, request: PendingRequest, call: number, transition: Transition, isReal: boolean): Promise<void> {
    const answered = await this.#untilAnswered(process, call);
    if (!answered) throw new Stop({ what: `the reply to ${request.port}`, simulated: transition.reply as Plain, real: "none: it is blocked" });
    if (isReal && transition.reply) {
      this.#result.replies += 1;
      const difference = differenceOfReplies(request, transition.reply, answered.reply, this.#fences);
      if (difference) throw new Stop(difference);
    }
    this.#compareStanding(process, answered.standing, transition);
  }

  /** Null for a call that PostgreSQL keeps waiting for a lock, and for one that nothing answers. */
  async #untilAnswered(process: number, call: number): Promise<Answered | null> {
    const child = this.#childOf(process);
    // Counted in looks, not by the clock: while the simulator explores in this very process nobody can look.
    for (let looks = 0; looks < patienceMs / blockedAfterMs; looks++) {
      const answered = await child.answered(call, blockedAfterMs);
      if (answered) return answered;
      if (child.session !== null && (await waitsForALock(this.options.lane.database, child.session)))
        // It may have been let go in this very moment.
        return child.answered(call, blockedAfterMs);
    }
    return null;
  }

  async #faultyRequest(move: Extract<Move, { move: "faulty-request" }>, transition: Transition): Promise<void> {
    const { lane } = this.options;
    const { process, fault } = move;
    const { request, call } = this.#callOf(process, move.request);
    const part = realPartOf(request.port);
    const child = this.#childOf(process);
    if (fault === "commitLost") {
      child.gate.cutNext(move.applied ? "after" : "before");
      child.letGo({ call, timeoutMs: null });
      await this.#compareAnswer(process, request, call, transition, true);
      return this.#sessionGone(child);
    }
    if ((part === "stripe" || part === "receivers") && (fault === "replyLost" || fault === "requestLost" || fault === "serverError")) {
      if (this.#early.has(process)) throw new CannotReplay("a call that is under way loses its answer: its client gives up much later");
      (part === "stripe" ? lane.stripe : lane.receivers).expect({ message: this.#messageOf(process), fault });
      child.letGo({ call, timeoutMs: fault === "serverError" ? null : clientTimeoutMs });
      return this.#compareAnswer(process, request, call, transition, true);
    }
    if (fault === "outage" && part === "redis") {
      child.letGo({ call, timeoutMs: null, outage: true });
      return this.#compareAnswer(process, request, call, transition, false);
    }
    // What happens to a part without a real counterpart, and what a handler throws by itself.
    child.letGo({ call, timeoutMs: null, reply: transition.reply as LetGo["reply"] & object });
    return this.#compareAnswer(process, request, call, transition, false);
  }

  async #crash(process: number, transition: Transition): Promise<void> {
    const { simulation, simulator } = this.options;
    const child = this.#childOf(process);
    const life = simulator.lifeOf(simulation, this.#system, process);
    await child.kill();
    this.#result.kills += 1;
    this.#children[process] = null;
    this.#early.delete(process);
    this.#pending[process] = [];
    if (transition.system.world.database?.transactions[life]) this.#dead.set(life, child);
    else await this.#endSession(child);
    this.#system = transition.system;
    if (simulation.processes[process]?.starts !== "message") await this.#start(process);
  }

  async #endSession(child: Child): Promise<void> {
    child.gate.release();
    await this.#sessionGone(child);
    if (child.isGone) await this.options.lane.children.giveBack(child);
  }

  async #sessionGone(child: Child): Promise<void> {
    if (child.session === null) return;
    this.#result.rollbacksMs.push(await untilSessionIsGone(this.options.lane.database, child.session));
    child.session = null;
  }

  async #forget(part: string, key: string): Promise<void> {
    const { lane, store } = this.options;
    if (part === "coordinator") return recordTime(lane, store).expire(key);
    if (part === "stripe") return lane.stripe.forget(key);
    if (part === "queue") return;
    if (part !== "redis") return lane.receivers.forget(part, key);
    // A record whose time passes; one without a TTL can only be evicted.
    if ((await lane.redis.pTTL(key)) > 0) return endRedisKey(lane.redis, key);
    await lane.redis.del(key);
  }

  /** Starts the process that the simulator has there now. */
  async #start(process: number): Promise<Child> {
    const { lane, simulation, simulator, store } = this.options;
    const { role, starts } = simulation.processes[process] as (typeof simulation.processes)[number];
    const { incarnation, reads } = this.#system.processes[process] as System["processes"][number];
    const child = await lane.children.take();
    this.#children[process] = child;
    this.#logged[process] = 0;
    const used = new Set(simulation.scenario.parts);
    const addresses = lane.addresses(child.gate.port, store);
    const standing = await child.start({
      order: "start",
      source: simulation.handlers[role]?.source ?? "",
      starts,
      identity: { ordinal: process, incarnation, readsBefore: reads },
      coordinator: simulation.coordinatorRules,
      addresses: {
        ...addresses,
        redis: used.has("redis") ? addresses.redis : null,
        store: used.has("coordinator") ? addresses.store : null,
      },
      dropsColonKeys: simulation.bounds.profiles["receiver-keys"] === "fail-open",
    });
    this.#compareWith(process, standing, simulator.nodeOf(simulation, this.#system, process), 0);
    return child;
  }

  #compareStanding(process: number, standing: Standing, { acted }: Transition): void {
    if (!acted) throw new Error("a process was handed something, and has not acted");
    this.#compareWith(process, standing, acted.after, acted.before.log.length);
  }

  /** What a process does next has to be the same, for it is what the next steps are made of. */
  #compareWith(process: number, standing: Standing, simulated: Snapshot, loggedBefore: number): void {
    this.#pending[process] = standing.pending;
    const lines = (log: Snapshot["log"], from: number) => log.slice(from).map(({ text }) => text);
    const shown = (side: Snapshot | Standing, from: number): Plain => ({
      status: side.status,
      calls: comparableCalls(side.pending),
      threw: side.thrown !== null,
      log: lines(side.log, from),
    });
    const left = shown(simulated, loggedBefore);
    const right = shown(standing, this.#logged[process] ?? 0);
    this.#logged[process] = standing.log.length;
    if (canonical(left) !== canonical(right)) throw new Stop({ what: "what the process does next", simulated: left, real: right });
  }

  /** The call of a child that a request of the simulator stands for: they pend in the same order. */
  #callOf(process: number, id: number): { request: PendingRequest; call: number } {
    const { simulation, simulator } = this.options;
    const { pending } = simulator.nodeOf(simulation, this.#system, process);
    const index = pending.findIndex((request) => request.id === id);
    const [request, real] = [pending[index], this.#pending[process]?.[index]];
    if (!request || !real) throw new Error(`process ${process} has no call ${id}`);
    return { request, call: real.id };
  }

  #messageOf(process: number): string | null {
    return this.#system.processes[process]?.holding ?? null;
  }

  #childOf(process: number): Child {
    const child = this.#children[process];
    if (!child) throw new Error(`process ${process} does not run`);
    return child;
  }

  async #end(): Promise<void> {
    const { children } = this.options.lane;
    for (const child of this.#dead.values()) child.gate.release();
    const isClean = this.#result.disagreement === null && this.#early.size === 0;
    for (const child of [...this.#children, ...this.#dead.values()]) {
      if (!child) continue;
      // Nobody knows what a child is at that has disagreed.
      if (!isClean) await child.kill();
      await children.giveBack(child);
    }
  }
}
