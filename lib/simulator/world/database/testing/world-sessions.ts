import { execute, executeDeadlock } from "../execute";
import type { Execution } from "../execution";
import { initialDatabase } from "../initial";
import type { SqlParser } from "../parse-tree";
import type { Progress } from "../progress";
import { readStatement } from "../read-statement";
import type { SqlValue, Statement, Tables } from "../statement";
import { asHeap, committedRows, transactionOf, type DatabaseState, type Row } from "../store";
import { endSession } from "../transactions";
import { failureReply, type ClientReply, type HistoryStep, type Observation } from "./history";

interface Waiting {
  statement: Statement;
  params: readonly SqlValue[];
  progress: Progress | null;
  for: string;
}

/** The world's database after some steps, with the statements that wait in it. */
export interface Course {
  state: DatabaseState;
  waiting: Readonly<Record<string, Waiting>>;
  /** Of the latest step. */
  replies: Readonly<Record<string, ClientReply>>;
}

export interface SimulatedSessions {
  tables: Tables;
  parse: SqlParser;
  initial: Course;
}

export function simulatedSessions(setup: string, parse: SqlParser): SimulatedSessions {
  const { tables, state } = initialDatabase(setup, parse);
  return { tables, parse, initial: { state: asHeap(state), waiting: {}, replies: {} } };
}

/**
 * Every course that a step can lead to. There are several where the end of a transaction wakes more than one statement,
 * or where statements wait in a circle: which goes first, and which is given up, is PostgreSQL's own affair.
 */
export function coursesAfter({ tables, parse }: SimulatedSessions, before: Course, step: HistoryStep): Course[] {
  const session = String(step.session);
  const course = { ...before, replies: {} };
  if ("killed" in step) {
    const state = endSession(course.state, session);
    return wake(tables, { ...course, state, waiting: without(course.waiting, session) }, session);
  }
  const statement = readStatement(step.sql, tables, parse);
  return attempt(tables, course, session, { statement, params: step.params, progress: null });
}

function attempt(
  tables: Tables,
  course: Course,
  session: string,
  { statement, params, progress }: Omit<Waiting, "for">,
): Course[] {
  const execution = execute(course.state, tables, session, statement, params, progress);
  if (execution.outcome !== "waits") return ended(tables, course, session, execution, letsGo(statement));
  const waiting = { statement, params, progress: execution.paused.progress, for: execution.for };
  const paused = { ...course, state: execution.paused.state, waiting: { ...course.waiting, [session]: waiting } };
  return endDeadlock(tables, paused);
}

function ended(
  tables: Tables,
  course: Course,
  session: string,
  execution: Exclude<Execution, { outcome: "waits" }>,
  letsGo: boolean,
): Course[] {
  const after = {
    state: execution.state,
    waiting: without(course.waiting, session),
    replies: { ...course.replies, [session]: replyOf(execution) },
  };
  const open = transactionOf(execution.state, session);
  return !open || open.failed || letsGo ? wake(tables, after, session) : [after];
}

function replyOf(execution: Exclude<Execution, { outcome: "waits" }>): ClientReply {
  if (execution.outcome === "done") return execution.reply;
  const { code, message, fields } = execution.error;
  return failureReply(code, message, fields);
}

/** What a session can let go of before its transaction ends. */
function letsGo(statement: Statement): boolean {
  return (
    statement.kind === "rollback-to" ||
    (statement.kind === "call" && statement.call.function === "pg_advisory_unlock")
  );
}

/** The statements that have waited for a session go on, in each order. Those that still have to wait stay. */
function wake(tables: Tables, course: Course, released: string, looked: readonly string[] = []): Course[] {
  const woken = Object.entries(course.waiting).filter(
    ([session, waiting]) => waiting.for === released && !looked.includes(session),
  );
  if (woken.length === 0) return [course];
  return woken.flatMap(([session, waiting]) =>
    attempt(tables, course, session, waiting).flatMap((next) => wake(tables, next, released, [...looked, session])),
  );
}

/** Whoever waits in a circle, or for somebody in it, can be the victim. */
function endDeadlock(tables: Tables, course: Course): Course[] {
  const victims = Object.keys(course.waiting).filter((session) => reachesCircle(course, session));
  if (victims.length === 0) return [course];
  return victims.flatMap((session) => {
    const execution = executeDeadlock(course.state, session);
    return execution.outcome === "waits"
      ? []
      : ended(tables, course, session, execution, true).flatMap((next) => endDeadlock(tables, next));
  });
}

function reachesCircle(course: Course, from: string): boolean {
  let at: string | undefined = from;
  for (let steps = Object.keys(course.waiting).length; at !== undefined && steps > 0; steps--) at = course.waiting[at]?.for;
  return at !== undefined && Object.hasOwn(course.waiting, at);
}

function without<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([other]) => other !== key));
}

export function observed(course: Course): Observation {
  return {
    replies: course.replies,
    waiting: Object.fromEntries(Object.entries(course.waiting).map(([session, waiting]) => [session, [waiting.for]])),
  };
}

/** The committed rows of each table, in the order in which they stand. */
export function contents(state: DatabaseState): Record<string, Row[]> {
  return Object.fromEntries(
    Object.entries(state.rows).map(([table, versions]) => [
      table,
      committedRows(versions).map(({ values }) => values),
    ]),
  );
}
