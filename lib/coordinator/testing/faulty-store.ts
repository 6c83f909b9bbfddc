import type { Store, StoreCall } from "../store";

/**
 * `refuse`: the call is not applied and fails. `lose-reply`: it is applied and fails. `hang`: it is not applied and
 * never answers. A function answers in place of the store.
 */
export type Fault = "refuse" | "lose-reply" | "hang" | ((...args: unknown[]) => unknown);

/** A store that counts its calls and misbehaves where a test says so. */
export class FaultyStore implements Store {
  readonly capabilities;
  /** All calls so far, in order. */
  readonly calls: StoreCall[] = [];
  readonly #faults: { call: StoreCall; fault: Fault; times: number }[] = [];

  constructor(private readonly store: Store) {
    this.capabilities = store.capabilities;
  }

  /** The next `times` calls of this kind go wrong. */
  fail(call: StoreCall, fault: Fault, times = 1): this {
    this.#faults.push({ call, fault, times });
    return this;
  }

  reserve: Store["reserve"] = (request) => this.#run("reserve", [request], () => this.store.reserve(request));
  complete: Store["complete"] = (request) => this.#run("complete", [request], () => this.store.complete(request));
  renew: Store["renew"] = (request) => this.#run("renew", [request], () => this.store.renew(request));
  release: Store["release"] = (request) => this.#run("release", [request], () => this.store.release(request));
  read: Store["read"] = (id) => this.#run("read", [id], () => this.store.read(id));
  waitForChange: Store["waitForChange"] = (id, request) =>
    this.#run("waitForChange", [id, request], () => this.store.waitForChange(id, request));

  async #run<R>(call: StoreCall, args: unknown[], apply: () => Promise<R>): Promise<R> {
    this.calls.push(call);
    const planned = this.#faults.find((fault) => fault.call === call && fault.times > 0);
    if (planned === undefined) return apply();
    planned.times--;
    if (typeof planned.fault === "function") return (await planned.fault(...args)) as R;
    if (planned.fault === "hang") return new Promise(() => {});
    if (planned.fault === "lose-reply") await apply();
    throw new Error(`connection lost at ${call}`);
  }
}
