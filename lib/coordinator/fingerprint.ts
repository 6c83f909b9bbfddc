import { jsonCodec } from "./codec";
import { sha256Hex } from "./sha256";

/**
 * The identity of a payload: SHA-256 over JSON with sorted member names, so `{a, b}` and `{b, a}` are one payload.
 * Members that are `undefined` count as absent.
 * @throws {TypeError} on values that JSON would change in silence
 */
export function fingerprintOf(payload: unknown): string {
  jsonCodec.encode(payload);
  return sha256Hex(canonical(payload));
}

function canonical(payload: unknown): string {
  if (Array.isArray(payload)) return `[${payload.map(canonical).join(",")}]`;
  if (payload === null || typeof payload !== "object") return JSON.stringify(payload) ?? "undefined";
  const members = Object.entries(payload)
    .filter(([, value]) => value !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`);
  return `{${members.join(",")}}`;
}
