import { handlerLine } from "./refusals";

const NativePromise = Promise;

/**
 * Knows the promises that the handler makes by hand, so that a handler that waits for one which no port will settle
 * can be told the line. Promises of async functions and of ports are not seen here and need not be.
 */
export class PromiseWatch {
  #open = new Map<object, number | null>();

  /** Line of the latest hand-made promise that is still open; null when there is none. */
  openLine(): number | null {
    const lines = [...this.#open.values()].filter((line) => line !== null);
    return lines.at(-1) ?? null;
  }

  forget(): void {
    this.#open = new Map();
  }

  #watch<Settled>(promise: Promise<Settled>): Promise<Settled> {
    this.#open.set(promise, handlerLine(new Error().stack));
    const close = () => void this.#open.delete(promise);
    promise.then(close, close);
    return promise;
  }

  /** Stands in for `Promise`: same prototype, same behaviour, but watched. */
  get constructorForHandlers(): PromiseConstructor {
    const watch = <Settled>(promise: Promise<Settled>) => this.#watch(promise);
    type Executor = ConstructorParameters<PromiseConstructor>[0];
    function WatchedPromise(executor: Executor): Promise<unknown> {
      const target = new.target as unknown;
      if (target === undefined) throw new TypeError("Promise must be called with new");
      const kind = target === WatchedPromise ? NativePromise : (target as PromiseConstructor);
      return watch(Reflect.construct(NativePromise, [executor], kind) as Promise<unknown>);
    }
    const statics = {
      all: (values: Iterable<unknown>) => watch(NativePromise.all(values)),
      allSettled: (values: Iterable<unknown>) => watch(NativePromise.allSettled(values)),
      any: (values: Iterable<unknown>) => watch(NativePromise.any(values)),
      race: (values: Iterable<unknown>) => watch(NativePromise.race(values)),
      resolve: (value: unknown) => NativePromise.resolve(value),
      reject: (reason: unknown) => NativePromise.reject(reason as Error),
    };
    for (const [name, value] of Object.entries(statics)) {
      Object.defineProperty(WatchedPromise, name, { value, writable: true, configurable: true, enumerable: false });
    }
    Object.defineProperty(WatchedPromise, "prototype", { value: NativePromise.prototype });
    return WatchedPromise as unknown as PromiseConstructor;
  }
}
