import type { PromiseWatch } from "./promises";
import type { Refusals } from "./refusals";

/** Names whose use is refused with advice. Some exist in one engine only, most in none: all are refused in the same way. */
const hiddenNames = [
  "AbortController",
  "Atomics",
  "Buffer",
  "Date",
  "FinalizationRegistry",
  "Intl",
  "SharedArrayBuffer",
  "TextDecoder",
  "TextEncoder",
  "URL",
  "WeakRef",
  "WebAssembly",
  "WebSocket",
  "Worker",
  "XMLHttpRequest",
  "clearInterval",
  "clearTimeout",
  "console",
  "crypto",
  "document",
  "eval",
  "fetch",
  "localStorage",
  "performance",
  "process",
  "queueMicrotask",
  "setImmediate",
  "setInterval",
  "setTimeout",
  "structuredClone",
];

const globalNames = ["globalThis", "global", "window", "self"];

const global = globalThis as unknown as Record<PropertyKey, unknown>;

function define(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, writable: false, configurable: true, enumerable: false });
}

/** A value that may be named, but not called, constructed, read or written. */
function refusing(refusals: Refusals, name: string): object {
  const refuse = () => refusals.refuse("hidden-global", name);
  return new Proxy(function () {}, {
    apply: refuse,
    construct: refuse,
    get: refuse,
    set: refuse,
    has: refuse,
    ownKeys: refuse,
    defineProperty: refuse,
  });
}

/** What `globalThis` shows to a handler: the built-ins, read-only. Processes share no memory, so state there would mislead. */
function sharedGlobal(refusals: Refusals): object {
  const refuse = (_: object, name: PropertyKey) => refusals.refuse("shared-global", String(name));
  return new Proxy(Object.create(null) as object, {
    get: (_, name) => global[name],
    has: (_, name) => name in global,
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
  });
}

/** Code made from text would have no line, and could reach what the module cannot. */
function forbidGeneratedCode(refusals: Refusals): void {
  const kinds = [function () {}, async function () {}, function* () {}, async function* () {}];
  for (const example of kinds) {
    const prototype = Object.getPrototypeOf(example) as object;
    const refuse = (..._code: string[]) => refusals.refuse("generated-code", "Function");
    define(prototype, "constructor", refuse);
    if (kinds[0] === example) {
      // `value instanceof Function` must still work.
      define(refuse, "prototype", prototype);
      define(global, "Function", refuse);
    }
  }
}

/** Replaces built-ins that a handler must not use as they are. Must run before the built-ins are frozen. */
export function replaceBuiltIns(refusals: Refusals, promises: PromiseWatch): void {
  define(Math, "random", () => refusals.refuse("hidden-global", "Math.random"));
  define(global, "Promise", promises.constructorForHandlers);
  forbidGeneratedCode(refusals);
}

/** Puts the names that are refused in place. Must run after the built-ins are frozen, for their traps would refuse that too. */
export function hideNames(refusals: Refusals): void {
  const shared = sharedGlobal(refusals);
  for (const name of hiddenNames) define(global, name, refusing(refusals, name));
  for (const name of globalNames) define(global, name, shared);
}
