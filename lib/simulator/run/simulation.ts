import { fullBudgets } from "../scenario/bounds";
import type { Bounds, Budgets, HandlerDeclaration, Scenario } from "../scenario/scenario";
import type { Executor, StartsWith } from "../process/executor";
import type { CoordinatorRules, HistoryEntry, Identity, Snapshot } from "../process/history";
import { compileHandler } from "../process/compile";
import { ProcessTree } from "../process/tree";
import { migrate, type Database } from "../world/database/migrate";
import { SqlRefused, type SqlParser } from "../world/database/parse-tree";
import { readStatement } from "../world/database/read-statement";
import type { Statement, StatementCache, Tables } from "../world/database/statement";
import type { DatabaseState } from "../world/database/store";
import { emptyKeyStore, type KeyStoreState } from "../world/key-store";
import { emptyReceiver, type ReceiverState } from "../world/keyed-receiver";
import { initialLog, type LogProfile, type LogState } from "../world/log/state";
import { emptyRedis, type RedisProfile, type RedisState } from "../world/redis";
import { emptyQueue, type QueueState } from "../world/queue";
import type { QueueProfile } from "../world/queue-profile";
import { refusalOfMigration } from "./refused";

/** Raise when the same choices may lead elsewhere than before: links to runs of another version then say so. */
export const engineVersion = "1";

/** A process as a value: its code is a function of its history. */
export interface ProcessState {
  readonly incarnation: number;
  /** True once this incarnation was handed a message (or runs `main`): only then can it crash. */
  readonly handed: boolean;
  /** The message it works on. */
  readonly holding: string | null;
  /** True once it was told to stop: it ends what it is at, and takes nothing new. Absent otherwise. */
  readonly stopping?: true;
  readonly history: readonly HistoryEntry[];
  /** Reads of the clock and of random values by this incarnation before `history` began. */
  readonly reads: number;
}

/** Everything outside the processes. Parts that the scenario lacks are null. */
export interface World {
  readonly queue: QueueState | null;
  readonly database: DatabaseState | null;
  /** `stripe`, `mailer`, `alert` and the receivers that the scenario names. */
  readonly receivers: Readonly<Record<string, ReceiverState>>;
  /** The coordinator's store. */
  readonly keyStore: KeyStoreState | null;
  readonly log: LogState | null;
  readonly redis: RedisState | null;
}

/** The whole of a run at one moment, as plain data: equal values have equal futures. */
export interface System {
  readonly processes: readonly ProcessState[];
  readonly world: World;
  readonly budgets: Budgets;
}

export interface Process {
  /** A letter. */
  name: string;
  role: string;
  starts: StartsWith;
  /** The topic that its messages come from; null for the messages of the scenario. */
  consumes: string | null;
  tree: ProcessTree;
}

/** What does not change during a run. */
export interface Simulation {
  scenario: Scenario;
  bounds: Bounds;
  /** By role. */
  handlers: Readonly<Record<string, HandlerChoice>>;
  /** Empty where nothing was added to the tables that the handlers find. */
  migration: string;
  processes: readonly Process[];
  queueProfile: QueueProfile;
  logProfile: LogProfile;
  redisProfile: RedisProfile;
  readsReceiveCount: boolean;
  /** Null where the coordinator treats keys as in production, or where there is none. */
  coordinatorRules: CoordinatorRules | null;
  tables: Tables;
  /** @throws SqlRefused */
  statementOf: (sql: string) => Statement;
  initial: System;
}

/** A handler of the scenario by name, or a text that somebody wrote over one of them. */
export interface HandlerChoice {
  name: string;
  source: string;
  /** False for a text that differs from the shipped file. */
  shipped: boolean;
}

export interface SimulationOptions {
  scenario: Scenario;
  bounds: Bounds;
  /** One for each role. */
  handlers: Readonly<Record<string, HandlerChoice>>;
  executor: Executor;
  /** What a learner adds to the tables that the handlers find, as SQL; empty for nothing. */
  migration?: string | undefined;
  /** Null where PostgreSQL's grammar is not loaded: then only SQL of the shipped handlers can be executed. */
  parseSql: SqlParser | null;
}

/**
 * Loads the handlers and sets the world up.
 * @throws HandlerRefused when a handler is no TypeScript, or when the migration cannot be carried out
 */
export function createSimulation(options: SimulationOptions): Simulation {
  const { scenario, bounds, handlers } = options;
  const processes: Process[] = [];
  for (const { role, starts, consumes = null } of scenario.processes) {
    const compiled = compileHandler(handlers[role]?.source ?? "");
    if ("refusal" in compiled) throw new HandlerRefused(role, compiled.refusal);
    const tree = new ProcessTree(options.executor.load(compiled.compiled, starts));
    for (let count = bounds.processes[role] ?? 1; count > 0; count--) {
      processes.push({ name: letter(processes.length), role, starts, consumes, tree });
    }
  }
  const declared = scenario.handlers.filter(({ name }) =>
    Object.values(handlers).some((handler) => handler.name === name),
  );
  const readsReceiveCount = processes.some(({ tree }) => tree.program.handler.readsReceiveCount);
  const found: Database = { tables: Object.assign({}, ...declared.map((handler) => handler.tables)) as Tables, state: initialTables(declared) };
  const migration = (options.migration ?? "").trim() === "" ? "" : (options.migration ?? "");
  const { tables, state } = migration === "" ? found : migrated(found, migration, options.parseSql);
  return {
    scenario,
    bounds,
    handlers,
    migration,
    processes,
    tables,
    readsReceiveCount,
    coordinatorRules: coordinatorRules(bounds),
    queueProfile: {
      staleAck: bounds.profiles["stale-ack"],
      requeue: bounds.profiles.requeue,
      order: bounds.profiles.order,
      limitCounts: bounds.profiles["limit-counts"],
      deadConsumer: bounds.profiles["dead-consumer"],
      deduplicates: bounds.profiles["publish-dedup"] === "on",
      groups: groupsOf(scenario),
      maxReceive: bounds.maxReceive,
      countReceives: bounds.maxReceive !== null || readsReceiveCount,
    },
    redisProfile: { eviction: bounds.profiles["redis-eviction"], failover: bounds.profiles["redis-failover"] },
    logProfile: { autoCommit: bounds.profiles["auto-commit"], protocol: bounds.profiles["rebalance-protocol"] },
    statementOf: statementReader(
      // A statement says something else where there are other constraints.
      migration === "" ? (Object.assign({}, ...declared.map(({ name }) => scenario.statements[name])) as StatementCache) : {},
      tables,
      options.parseSql,
    ),
    initial: {
      processes: processes.map(({ starts }) => newProcess(1, starts)),
      world: initialWorld(scenario, state, processes),
      budgets: fullBudgets(bounds.faults),
    },
  };
}

function groupsOf({ messages }: Scenario): Record<string, string> {
  return Object.fromEntries(messages.flatMap(({ id, group }) => (group === undefined ? [] : [[id, String(group)]])));
}

function coordinatorRules({ profiles }: Bounds): CoordinatorRules | null {
  const rules: CoordinatorRules = { keyRules: profiles["key-rules"], onInvalidKey: profiles["invalid-key"] };
  return rules.keyRules === "standard" && rules.onInvalidKey === "reject" ? null : rules;
}

export class HandlerRefused extends Error {
  constructor(
    /** Null when it is the migration that is refused. */
    readonly role: string | null,
    readonly refusal: Snapshot["refusal"] & object,
  ) {
    super(refusal.detail);
    this.name = "HandlerRefused";
  }
}

export function newProcess(incarnation: number, starts: StartsWith): ProcessState {
  return { incarnation, handed: starts === "once", holding: null, history: [], reads: 0 };
}

function initialWorld(scenario: Scenario, tables: DatabaseState, processes: readonly Process[]): World {
  const receivers = scenario.parts.flatMap((part): string[] => {
    if (part === "stripe" || part === "mailer" || part === "alert") return [part];
    return part === "receivers" ? [...scenario.receivers] : [];
  });
  return {
    queue: scenario.parts.includes("queue") ? emptyQueue(queuedMessages(scenario)) : null,
    database: scenario.parts.includes("database") ? tables : null,
    receivers: Object.fromEntries(receivers.map((name) => [name, emptyReceiver])),
    keyStore: scenario.parts.includes("coordinator") ? emptyKeyStore : null,
    redis: scenario.parts.includes("redis") ? emptyRedis : null,
    log: scenario.parts.includes("log") ? assignPartitions(scenario, processes) : null,
  };
}

/** @throws HandlerRefused | SqlRefused, the latter where the grammar is not loaded */
function migrated(found: Database, migration: string, parse: SqlParser | null): Database {
  if (!parse) throw new SqlRefused("no-parser", migration, null);
  try {
    return migrate(found, migration, parse);
  } catch (error) {
    const refusal = refusalOfMigration(error, migration);
    throw refusal ? new HandlerRefused(null, refusal) : error;
  }
}

/** What the handlers find: the setup of the scenario, and their own. */
function initialTables(handlers: readonly HandlerDeclaration[]): DatabaseState {
  const sequences = Object.assign({}, ...handlers.map((handler) => handler.sequences)) as DatabaseState["sequences"] & object;
  return {
    rows: Object.assign({}, ...handlers.map(({ rows }) => rows)),
    transactions: {},
    ...(Object.keys(sequences).length > 0 ? { sequences } : {}),
  };
}

/** Messages that are no records of the log. */
function queuedMessages({ messages, partitions }: Scenario): string[] {
  const records = Object.values(partitions).flat();
  return messages.map(({ id }) => id).filter((id) => !records.includes(id));
}

/** Partitions are dealt out to the consumers in turn: what is left over after the last goes to the first again. */
function assignPartitions({ partitions }: Scenario, processes: readonly Process[]): LogState {
  const consumers = processes.filter(({ starts }) => starts === "assigned");
  return initialLog(
    Object.entries(partitions).map(([name, records], index) => ({
      name,
      records,
      owner: `${consumers[index % consumers.length]?.name ?? ""}1`,
    })),
  );
}

function letter(index: number): string {
  return String.fromCharCode("A".charCodeAt(0) + index);
}

/** Looks statements up in the cache first: the parser is needed only for SQL that nobody has read before. */
function statementReader(cache: StatementCache, tables: Tables, parse: SqlParser | null): (sql: string) => Statement {
  const read = new Map<string, Statement>(Object.entries(cache));
  return (sql) => {
    const known = read.get(sql);
    if (known) return known;
    if (!parse) throw new SqlRefused("no-parser", sql, null);
    const statement = readStatement(sql, tables, parse);
    read.set(sql, statement);
    return statement;
  };
}

/** What a process does next. */
export function nodeOf(simulation: Simulation, system: System, index: number): Snapshot {
  const process = simulation.processes[index] as Process;
  const state = system.processes[index] as ProcessState;
  const identity: Identity = { ordinal: index, incarnation: state.incarnation, readsBefore: state.reads };
  const { coordinatorRules } = simulation;
  return process.tree.node(coordinatorRules ? { ...identity, coordinator: coordinatorRules } : identity, state.history);
}

/** Process and incarnation as one name, such as `A1`. */
export function lifeOf(simulation: Simulation, system: System, index: number): string {
  return `${(simulation.processes[index] as Process).name}${(system.processes[index] as ProcessState).incarnation}`;
}
