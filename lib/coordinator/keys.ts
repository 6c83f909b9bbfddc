import { IdempotencyKeyInvalidError } from "./errors";
import { encodeUtf8 } from "./utf8";

/** What one record stands for. */
export interface RecordIdentity {
  /** The kind of effect, for instance `mail.invoice`. */
  operation: string;
  /** The identity of the effect within its kind, not of the message that asked for it: `order-9.invoice`. */
  key: string;
  /** Whose key it is, for instance a tenant. Left out, all callers share one space of keys. */
  scope?: string | undefined;
}

/**
 * `standard`: any text of 1 to 255 bytes without control characters and without white space at its ends.
 * `article`: besides, no colon, as in the library that the source article used. Kept to reproduce its second row.
 */
export type KeyRules = "standard" | "article";

/** Long enough for any natural identity; every store and every known receiver takes it (Stripe: 255 characters). */
const longestBytes = 255;

const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;
const reserved = /[%:]/;
/** Nearly all keys are, and then need not be encoded to be counted. */
const ascii = /^[\x20-\x7e]+$/;

/**
 * The id of a record: scope, operation and key joined by colons. `%` and `:` inside a part are percent-encoded, so two
 * identities never share an id, and an operator can read it. Nothing is trimmed or normalised: what was refused here
 * would otherwise be stored under one name and looked up under another.
 * @throws {IdempotencyKeyInvalidError} naming the part and what is wrong with it
 */
export function encodeRecordId(identity: RecordIdentity, rules: KeyRules = "standard"): string {
  const operation = encodePart("operation", identity.operation, rules);
  const key = encodePart("key", identity.key, rules);
  if (identity.scope === undefined) return `${operation}:${key}`;
  return `${encodePart("scope", identity.scope, rules)}:${operation}:${key}`;
}

function encodePart(part: keyof RecordIdentity, value: unknown, rules: KeyRules): string {
  const problem = problemOf(value, rules);
  if (problem !== null) throw new IdempotencyKeyInvalidError(part, value, problem);
  const text = value as string;
  return reserved.test(text) ? text.replaceAll("%", "%25").replaceAll(":", "%3A") : text;
}

function problemOf(value: unknown, rules: KeyRules): string | null {
  if (typeof value !== "string") return `must be a string, not ${value === null ? "null" : typeof value}`;
  if (value === "") return "must not be empty";
  if (value.trim() !== value) return "must not begin or end with white space";
  if (controlCharacter.test(value)) return "must not contain control characters";
  if (rules === "article" && value.includes(":")) return "must not contain a colon under the key rules 'article'";
  const bytes = value.length <= longestBytes && ascii.test(value) ? value.length : countBytes(value);
  if (bytes === null) return "must be well-formed Unicode: it contains a lone surrogate";
  if (bytes > longestBytes) return `must be at most ${longestBytes} bytes of UTF-8, not ${bytes}`;
  return null;
}

function countBytes(text: string): number | null {
  try {
    return encodeUtf8(text).length;
  } catch {
    return null;
  }
}
