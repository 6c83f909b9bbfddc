/**
 * Makes the built-ins of this realm equal in every executor and read-only. The handler then has nowhere to leave
 * state but its own module, and cannot change how the ports work by changing `Array.prototype`.
 */

/** Global names that a handler may use. ES2023 without time, chance, shared memory and garbage collection. */
const allowedGlobals = new Set([
  "AggregateError",
  "Array",
  "ArrayBuffer",
  "BigInt",
  "BigInt64Array",
  "BigUint64Array",
  "Boolean",
  "DataView",
  "Error",
  "EvalError",
  "Float32Array",
  "Float64Array",
  "Function",
  "Infinity",
  "Int16Array",
  "Int32Array",
  "Int8Array",
  "JSON",
  "Map",
  "Math",
  "NaN",
  "Number",
  "Object",
  "Promise",
  "Proxy",
  "RangeError",
  "ReferenceError",
  "Reflect",
  "RegExp",
  "Set",
  "String",
  "Symbol",
  "SyntaxError",
  "TypeError",
  "URIError",
  "Uint16Array",
  "Uint32Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "WeakMap",
  "WeakSet",
  "decodeURI",
  "decodeURIComponent",
  "encodeURI",
  "encodeURIComponent",
  "globalThis",
  "isFinite",
  "isNaN",
  "parseFloat",
  "parseInt",
  "undefined",
]);

/** Later or engine-specific members, absent from at least one engine: absent from all, so that code behaves the same. */
const removedMembers: Record<string, readonly string[]> = {
  Array: ["fromAsync"],
  // `stackTraceLimit` stays: without it V8 records no stack, and calls would have no line.
  Error: ["captureStackTrace", "isError", "prepareStackTrace"],
  "Function.prototype": ["columnNumber", "fileName", "lineNumber"],
  Map: ["groupBy"],
  Math: ["f16round", "sumPrecise"],
  Object: ["groupBy"],
  Promise: ["try", "withResolvers"],
  RegExp: [
    "$&",
    "$'",
    "$+",
    "$1",
    "$2",
    "$3",
    "$4",
    "$5",
    "$6",
    "$7",
    "$8",
    "$9",
    "$_",
    "$`",
    "escape",
    "input",
    "lastMatch",
    "lastParen",
    "leftContext",
    "rightContext",
  ],
  Symbol: ["asyncDispose", "dispose", "operatorSet"],
  "ArrayBuffer.prototype": [
    "detached",
    "maxByteLength",
    "resizable",
    "resize",
    "sliceToImmutable",
    "transfer",
    "transferToFixedLength",
    "transferToImmutable",
    "immutable",
  ],
  "DataView.prototype": ["getFloat16", "setFloat16"],
  "Map.prototype": ["getOrInsert", "getOrInsertComputed"],
  "WeakMap.prototype": ["getOrInsert", "getOrInsertComputed"],
  "Object.prototype": ["__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"],
  "RegExp.prototype": ["compile", "unicodeSets"],
  Set: ["groupBy"],
  "Set.prototype": [
    "difference",
    "intersection",
    "isDisjointFrom",
    "isSubsetOf",
    "isSupersetOf",
    "symmetricDifference",
    "union",
  ],
};

const global = globalThis as unknown as Record<PropertyKey, unknown>;

function lookUp(path: string): object | null {
  let current: unknown = global;
  for (const name of path.split(".")) current = (current as Record<string, unknown> | undefined)?.[name];
  return (current as object | undefined) ?? null;
}

/** Takes away what not every engine has, or what would make a run differ from another. */
export function prune(): void {
  for (const name of Reflect.ownKeys(global)) {
    if (typeof name === "symbol" || !allowedGlobals.has(name)) Reflect.deleteProperty(global, name);
  }
  for (const [path, names] of Object.entries(removedMembers)) {
    const owner = lookUp(path);
    if (owner) for (const name of names) Reflect.deleteProperty(owner, name);
  }
  // Helpers of ES2025 on iterators: everything but the way to get the iterator itself.
  const iteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;
  for (const name of Reflect.ownKeys(iteratorPrototype)) {
    if (name !== Symbol.iterator) Reflect.deleteProperty(iteratorPrototype, name);
  }
}

/** Comparisons and texts that depend on the reader's language get one fixed answer. */
export function neutralise(): void {
  const define = (owner: object, name: string, value: (this: never, ...args: never[]) => unknown) =>
    Object.defineProperty(owner, name, { value, writable: true, configurable: true, enumerable: false });
  define(String.prototype, "localeCompare", function (this: string, other: string) {
    const left = String(this);
    const right = String(other);
    return left < right ? -1 : left > right ? 1 : 0;
  });
  for (const owner of [Object, Array, Number, BigInt]) {
    define(owner.prototype, "toLocaleString", function (this: unknown) {
      return String(this);
    });
  }
  for (const [name, plain] of [
    ["toLocaleLowerCase", "toLowerCase"],
    ["toLocaleUpperCase", "toUpperCase"],
  ] as const) {
    define(String.prototype, name, function (this: string) {
      return String(this)[plain]();
    });
  }
}

/** Everything reachable from the globals, and the prototypes that only syntax reaches. */
function intrinsics(): Set<object> {
  const roots: unknown[] = [
    global,
    async function () {},
    function* () {},
    async function* () {},
    [][Symbol.iterator](),
    new Map()[Symbol.iterator](),
    new Set()[Symbol.iterator](),
    ""[Symbol.iterator](),
    "".matchAll(/(?:)/g),
  ];
  const found = new Set<object>();
  const visit = (value: unknown): void => {
    if ((typeof value !== "object" && typeof value !== "function") || value === null || found.has(value)) return;
    found.add(value);
    visit(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      visit(property?.value);
      visit(property?.get);
      visit(property?.set);
    }
  };
  roots.forEach(visit);
  found.delete(globalThis);
  return found;
}

/**
 * Assigning to `error.name` or `object.toString` must still make an own property, although the prototype is read-only:
 * the language would refuse that, so the inherited property becomes an accessor that defines the own one.
 */
function allowOverride(prototype: object): void {
  for (const key of Reflect.ownKeys(prototype)) {
    const property = Object.getOwnPropertyDescriptor(prototype, key);
    if (!property?.writable || !property.configurable) continue;
    const { value } = property as { value: unknown };
    Object.defineProperty(prototype, key, {
      configurable: true,
      enumerable: property.enumerable ?? false,
      get: () => value,
      set(this: object, replacement: unknown) {
        if (this === prototype) throw new TypeError("the built-in objects are read-only here");
        Object.defineProperty(this, key, { value: replacement, writable: true, configurable: true, enumerable: true });
      },
    });
  }
}

/** Freezes every built-in of this realm except the global object itself, which handlers cannot reach. */
export function freeze(): void {
  const errors = [Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];
  for (const owner of [Object, ...errors]) allowOverride(owner.prototype);
  for (const intrinsic of intrinsics()) Object.freeze(intrinsic);
}
