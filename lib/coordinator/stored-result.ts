import type { Codec } from "./codec";
import { IdempotencyRecordUnreadableError, IdempotencyResultEncodingError, messageOf } from "./errors";

/**
 * What the coordinator keeps as the `result` of a record: one character that says how to read the rest.
 * `=` a value as its codec wrote it. `!` the action ran, but its result had no stored form; the rest says why.
 */
const value = "=";
const unencodable = "!";

export type EncodedResult = { text: string; error: IdempotencyResultEncodingError | null };

/**
 * Never fails: by now the effect has happened, and leaving the key open would repeat it with every delivery. A result
 * that cannot be encoded is stored as just that.
 */
export function encodeResult<T>(id: string, result: T, codec: Codec<T>): EncodedResult {
  try {
    const text: unknown = codec.encode(result);
    if (typeof text !== "string") throw new TypeError(`the codec returned ${typeof text} instead of a string`);
    return { text: value + text, error: null };
  } catch (cause) {
    const problem = messageOf(cause);
    return {
      text: unencodable + problem,
      error: new IdempotencyResultEncodingError(id, problem, { cause, result }),
    };
  }
}

/**
 * @throws {IdempotencyResultEncodingError} when the result could not be stored by the caller that ran the action
 * @throws {IdempotencyRecordUnreadableError} when the text was not written by `encodeResult`, or not with this codec
 */
export function decodeResult<T>(id: string, text: string, codec: Codec<T>): T {
  if (text.startsWith(unencodable)) throw new IdempotencyResultEncodingError(id, text.slice(1));
  if (!text.startsWith(value)) throw new IdempotencyRecordUnreadableError(id, "its result has an unknown format");
  try {
    return codec.decode(text.slice(1));
  } catch (cause) {
    throw new IdempotencyRecordUnreadableError(id, `its result does not decode (${messageOf(cause)})`, { cause });
  }
}
