/** Data that survives JSON unchanged. Requests, replies and the whole state of the world are made of it. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain | undefined };

/** A sentence in both languages of the product. */
export interface Words {
  ru: string;
  en: string;
}

/**
 * Text that is equal for equal values whatever the order of their keys: the identity of a state or of a history.
 * Keys with the value undefined count as absent, as in JSON.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    entries.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}

/** 64-bit FNV-1a over the UTF-16 units of a text, as 16 hexadecimal digits. Names versions and code; it is no protection against anybody. */
export function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
