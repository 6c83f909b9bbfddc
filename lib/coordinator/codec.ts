/** How a result becomes text and comes back. Both directions must agree for every value that the action returns. */
export interface Codec<T> {
  /** @throws when the value has no stored form */
  encode(value: T): string;
  /** @throws when the text is not one that `encode` wrote */
  decode(text: string): T;
}

/**
 * JSON, and `undefined`. Refuses what JSON would change in silence (NaN, Date, Map, class instances, functions, holes),
 * because the caller that ran the action and the callers that replay it must see the same value.
 */
export const jsonCodec: Codec<unknown> = {
  encode(value) {
    if (value === undefined) return "";
    requireJson(value, "result", []);
    return JSON.stringify(value);
  },
  decode: (text) => (text === "" ? undefined : JSON.parse(text)),
};

/** For actions whose result nobody reads. */
export const voidCodec: Codec<void> = { encode: () => "", decode: () => undefined };

function requireJson(value: unknown, path: string, parents: readonly object[]): void {
  if (value === null || typeof value === "string" || typeof value === "boolean") return;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return;
    throw new TypeError(`${path} is ${value}, which JSON cannot express`);
  }
  if (typeof value !== "object") throw new TypeError(`${path} is of type ${typeof value}, which JSON cannot express`);
  if (parents.includes(value)) throw new TypeError(`${path} contains itself`);
  const chain = [...parents, value];
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) requireJson(value[index], `${path}[${index}]`, chain);
    return;
  }
  if (!isPlain(value)) {
    throw new TypeError(`${path} is a ${value.constructor?.name ?? "special object"}; convert it or pass a codec`);
  }
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) requireJson(member, `${path}.${name}`, chain);
  }
}

/** True for object literals of any realm: their prototype is null or the root of a realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
