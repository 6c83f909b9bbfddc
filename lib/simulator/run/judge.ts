import type { Plain } from "../plain";
import type { MessageData } from "../process/history";
import { databaseEffect, publishedTopic, type EffectDeclaration, type VerdictName } from "../scenario/scenario";
import { execute } from "../world/database/execute";
import type { SqlValue } from "../world/database/statement";
import { committedRows } from "../world/database/store";
import type { Effect } from "../world/keyed-receiver";
import { finalRecordState, type LogState } from "../world/log/state";
import { publicationsOf } from "../world/publish";
import { finalState } from "../world/queue";
import { allMessages, messageData } from "./message-data";
import type { Simulation, System } from "./simulation";

/** By effect and identity; zeros included. */
export type EffectCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export type FinalMessage = "acked" | "committed" | "dlq" | "visible" | "inflight";

export interface Outcome {
  effects: EffectCounts;
  messages: Readonly<Record<string, FinalMessage>>;
  observed: Readonly<Record<string, SqlValue>>;
  verdict: VerdictName;
}

/** Worst first: the headline of a set of outcomes is its first. */
export const verdictOrder: readonly VerdictName[] = ["double", "lost", "wrong", "stuck", "ok"];

/** Effects that really happened: at receivers, and in committed rows. Nothing here can be taken back. */
export function effectsOf(simulation: Simulation, system: System): EffectCounts {
  return Object.fromEntries(
    simulation.scenario.effects.map((effect) => [effect.name, countsOf(simulation, system, effect)]),
  );
}

/** Identities of an effect: what its field says in the messages. */
function identitiesOf(simulation: Simulation, effect: EffectDeclaration): string[] {
  const values = simulation.scenario.messages
    .map((message) => message[effect.per])
    .filter((value) => value !== undefined && value !== null);
  return [...new Set([...(effect.identities ?? []), ...values.map(String)])];
}

/**
 * For whom an effect was. A worker of the queue works on one message, which says it; a consumer of the log may have polled
 * many, so there the call has to say it: among its parameters, or in the metadata of a charge.
 */
function identityOf(
  simulation: Simulation,
  system: System,
  effect: EffectDeclaration,
  { message, params }: Effect,
): string | null {
  const data = message === null ? null : messageData(simulation, system, message);
  if (data) return String(data[effect.per]);
  if (!simulation.scenario.parts.includes("log")) return null;
  const named = params as { readonly metadata?: Readonly<Record<string, Plain>> } & Readonly<Record<string, Plain>>;
  const value = named?.[effect.column] ?? named?.metadata?.[effect.column];
  return value === undefined || value === null ? unnamed : String(value);
}

/** Identity of effects whose call names none: they happened, so they are counted. */
const unnamed = "?";

function countsOf(simulation: Simulation, system: System, effect: EffectDeclaration): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(
    identitiesOf(simulation, effect).map((identity) => [identity, 0]),
  );
  const add = (identity: string, count = 1) => {
    counts[identity] = (Object.hasOwn(counts, identity) ? (counts[identity] ?? 0) : 0) + count;
  };
  const stored = databaseEffect(effect);
  if (stored) {
    const rows = system.world.database?.rows[stored.table] ?? [];
    committedRows(rows).forEach(({ values, updates = 0 }) =>
      add(String(values[effect.column]), stored.counts === "rows" ? 1 : updates),
    );
    return counts;
  }
  const topic = publishedTopic(effect);
  if (topic !== null) {
    publicationsOf(system.world.queue ?? {}, topic).forEach(({ body }) => add(String(body[effect.per])));
    return counts;
  }
  for (const receiver of Object.values(system.world.receivers)) {
    for (const made of receiver.effects) {
      const identity = made.kind === effect.of ? identityOf(simulation, system, effect, made) : null;
      if (identity !== null) add(identity);
    }
  }
  return counts;
}

/** What a schedule that ends here has led to. */
export function outcomeOf(simulation: Simulation, system: System): Outcome {
  const effects = effectsOf(simulation, system);
  const { queue, log } = system.world;
  const messages: Record<string, FinalMessage> = Object.fromEntries(
    Object.entries(queue ?? {}).map(([id, state]) => [id, finalState(state)]),
  );
  for (const record of log ? Object.values(log.partitions).flatMap(({ records }) => records) : [])
    messages[record] = finalRecordState(log as LogState, record) ?? "visible";
  const observed = Object.fromEntries(
    simulation.scenario.observations.map(({ name, sql }) => [name, observe(simulation, system, sql)]),
  );
  return { effects, messages, observed, verdict: judge(simulation, system, effects, messages, observed) };
}

/** First value of the first row that a query finds in what is committed. */
function observe(simulation: Simulation, system: System, sql: string): SqlValue {
  if (!system.world.database) return null;
  const execution = execute(system.world.database, simulation.tables, "observer", simulation.statementOf(sql), []);
  if (execution.outcome !== "done") return null;
  return Object.values(execution.reply.rows[0] ?? {})[0] ?? null;
}

/** The worst verdict over all identities of all effects. */
function judge(
  simulation: Simulation,
  system: System,
  effects: EffectCounts,
  messages: Outcome["messages"],
  observed: Outcome["observed"],
): VerdictName {
  const verdicts = new Set<VerdictName>();
  const all = allMessages(simulation, system);
  for (const effect of simulation.scenario.effects) {
    if (makesUp(simulation, effect.name)) continue;
    for (const [identity, count] of Object.entries(effects[effect.name] ?? {})) {
      verdicts.add(judgeIdentity(simulation, all, effect, identity, count, effects, messages));
    }
  }
  const broken = simulation.scenario.invariants.some(
    ({ observation, oneOf }) => !oneOf.some((value) => value === (observed[observation] ?? null)),
  );
  if (broken) verdicts.add("wrong");
  return verdictOrder.find((verdict) => verdicts.has(verdict)) ?? "ok";
}

/** An effect such as an alert, that makes up for another one which is missing: it is not wanted for its own sake. */
function makesUp({ scenario }: Simulation, effect: string): boolean {
  return scenario.acceptable.some((acceptance) => acceptance.effect === effect && "atLeast" in acceptance);
}

function judgeIdentity(
  simulation: Simulation,
  all: readonly MessageData[],
  effect: EffectDeclaration,
  identity: string,
  count: number,
  effects: EffectCounts,
  messages: Outcome["messages"],
): VerdictName {
  if (count > effect.wanted) return "double";
  const carriers = all.filter((message) => String(message[effect.per]) === identity);
  const unfinished = carriers.some(
    ({ id }) => messages[id] !== undefined && messages[id] !== "acked" && messages[id] !== "committed",
  );
  if (count === effect.wanted && !unfinished) return "ok";
  const accepted = simulation.scenario.acceptable.some((acceptance) =>
    "deadLettered" in acceptance
      ? acceptance.effect === effect.name &&
        acceptance.deadLettered === identity &&
        carriers.every(({ id }) => messages[id] === "dlq")
      : (effects[acceptance.effect]?.[identity] ?? 0) >= acceptance.atLeast,
  );
  if (accepted) return "ok";
  return unfinished ? "stuck" : "lost";
}

/** True when an effect already happened too often: no continuation can mend that. */
export function isDouble(simulation: Simulation, effects: EffectCounts): boolean {
  return simulation.scenario.effects.some(
    ({ name, wanted }) =>
      !makesUp(simulation, name) && Object.values(effects[name] ?? {}).some((count) => count > wanted),
  );
}
