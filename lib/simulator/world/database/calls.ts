import { advisoryHolder, returnAdvisory, takeAdvisory } from "./advisory-locks";
import { evaluate } from "./evaluate";
import { valueReply, type Execution, type Work } from "./execution";
import { currentValue, nextValue } from "./sequences";
import type { AdvisoryFunction, CallStatement, SqlValue } from "./statement";
import type { DatabaseState } from "./store";

/** `SELECT f(…)`: advisory locks and sequences. @throws ServerError */
export function callFunction(
  state: DatabaseState,
  session: string,
  { call, name }: CallStatement,
  parameters: readonly SqlValue[],
): Work | Extract<Execution, { reason: "advisory" }> {
  if (!("sequence" in call)) {
    const key = evaluate(call.key, {}, parameters);
    // The functions are strict: for NULL they are not even called.
    if (key !== null) return lockCall(state, session, call.function, String(key), name);
    return { state, reply: valueReply(name, null), deed: { deed: "advisory-not-held", key: "NULL" } };
  }
  const { sequence } = call;
  const taken = call.function === "nextval";
  const called = taken
    ? nextValue(state, session, sequence)
    : { state, value: currentValue(state, session, sequence) };
  return {
    state: called.state,
    reply: valueReply(name, called.value),
    deed: { deed: "sequence-read", sequence, value: called.value, taken },
  };
}

/** PostgreSQL documentation, 9.27.10: advisory lock functions. */
function lockCall(
  state: DatabaseState,
  session: string,
  called: AdvisoryFunction,
  key: string,
  name: string,
): Work | Extract<Execution, { reason: "advisory" }> {
  if (called === "pg_advisory_unlock") {
    const { state: left, returned } = returnAdvisory(state, session, key);
    const deed = returned ? "advisory-returned" : "advisory-not-held";
    return { state: left, reply: valueReply(name, returned), deed: { deed, key } };
  }
  const holder = advisoryHolder(state, session, key);
  const tries = called.startsWith("pg_try");
  if (holder !== null) {
    if (!tries) return { outcome: "waits", for: holder, key, reason: "advisory", paused: { state, progress: null } };
    return { state, reply: valueReply(name, false), deed: { deed: "advisory-refused", key } };
  }
  const until = called.includes("xact") ? "transaction ends" : "unlocked";
  return {
    state: takeAdvisory(state, session, key, until),
    // `pg` returns the type void as an empty text.
    reply: valueReply(name, tries ? true : ""),
    deed: { deed: "advisory-taken", key, until },
  };
}
