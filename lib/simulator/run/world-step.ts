import type { PendingRequest, ReplyError } from "../process/history";
import { arrive, execute, executeDeadlock } from "../world/database/execute";
import type { Execution } from "../world/database/execution";
import type { SqlValue } from "../world/database/statement";
import { endSession } from "../world/database/transactions";
import type { Fact } from "../world/facts";
import { answerKeyStore, isStoreCall, unavailable } from "../world/key-store";
import type { ReceiverState } from "../world/keyed-receiver";
import type { Caller, Reply, Response } from "../world/part";
import { charge, chargeServerError, keyToBegin, stripeError, type PaymentsProfile } from "../world/payments";
import { answerLog, isLogCall, type RecordData } from "../world/log/consumer";
import { publish } from "../world/publish";
import { answerQueue } from "../world/queue";
import { answerRedis, isRedisCall, redisUnavailable } from "../world/redis";
import { send } from "../world/senders";
import { recall } from "./recall";
import type { Simulation, World } from "./simulation";

/** The part that a request goes to: nothing else in the world has a say in its answer, and nothing else changes by it. */
function partOf(request: PendingRequest): keyof World | null {
  if (receiverOf(request) !== null) return "receivers";
  if (request.port === "db.query") return "database";
  if (isQueueCall(request)) return "queue";
  if (isLogCall(request)) return "log";
  if (isRedisCall(request)) return "redis";
  return isStoreCall(request) ? "keyStore" : null;
}

/** Answers from memory where the part is in the same state as before. */
function recallAnswer<Answer extends Response<World>>(
  simulation: Simulation,
  world: World,
  request: PendingRequest,
  question: string,
  compute: () => Answer,
): Answer {
  const part = partOf(request);
  const state = part && world[part];
  if (!part || !state) return compute();
  const answer = recall(simulation, state, question, compute, request);
  return "blocked" in answer ? answer : { ...answer, state: { ...world, [part]: answer.state[part] } };
}

/** What the world answers to a request: a new world and a reply, or the reason why it has to wait. */
export function respond(
  simulation: Simulation,
  world: World,
  request: PendingRequest,
  caller: Caller,
): Response<World> {
  const question = `${caller.life} ${caller.message}`;
  return recallAnswer(simulation, world, request, question, () => answer(simulation, world, request, caller));
}

function answer(simulation: Simulation, world: World, request: PendingRequest, caller: Caller): Response<World> {
  const receiver = receiverOf(request);
  if (receiver !== null) {
    const state = world.receivers[receiver] as ReceiverState;
    return lift(receive(simulation, state, request, caller), (changed) => withReceiver(world, receiver, changed));
  }
  if (request.port === "db.query" && world.database) {
    const statement = simulation.statementOf(String(request.args["sql"]));
    const execution = execute(
      world.database,
      simulation.tables,
      caller.life,
      statement,
      request.args["params"] as readonly SqlValue[],
    );
    return lift(fromDatabase(execution), (database) => ({ ...world, database }));
  }
  if (isQueueCall(request) && world.queue) {
    const answered =
      request.port === "publish"
        ? publish(world.queue, simulation.queueProfile, request)
        : answerQueue(world.queue, simulation.queueProfile, request, caller);
    return lift(answered, (queue) => ({ ...world, queue }));
  }
  if (isRedisCall(request) && world.redis) {
    return lift(answerRedis(world.redis, simulation.redisProfile, request, caller), (redis) => ({ ...world, redis }));
  }
  if (isStoreCall(request) && world.keyStore) {
    return lift(answerKeyStore(world.keyStore, request, caller), (keyStore) => ({ ...world, keyStore }));
  }
  if (isLogCall(request) && world.log) {
    const answered = answerLog(world.log, simulation.logProfile, request, caller, recordData(simulation));
    return lift(answered, (log) => ({ ...world, log }));
  }
  throw new Error(`no part answers ${request.port}`);
}

/** What a record carries: the fields of its message without the id. */
function recordData({ scenario }: Simulation): RecordData {
  return (record) => {
    const { id: _id, ...data } = scenario.messages.find(({ id }) => id === record) ?? { id: record };
    return data;
  };
}

/** The world once a query that has to wait has arrived there; null where that changes nothing. */
export function arrival(simulation: Simulation, world: World, request: PendingRequest, { life }: Caller): World | null {
  if (request.port !== "db.query" || !world.database) return null;
  const statement = simulation.statementOf(String(request.args["sql"]));
  const params = request.args["params"] as readonly SqlValue[];
  const database = arrive(world.database, simulation.tables, life, statement, params);
  return database && { ...world, database };
}

/** The reply of a statement that is ended because it and others wait for each other in a circle. */
export function respondDeadlock(world: World, caller: Caller): Response<World> {
  if (!world.database) throw new Error("a deadlock without a database");
  return lift(fromDatabase(executeDeadlock(world.database, caller.life)), (database) => ({ ...world, database }));
}

function lift<State>(response: Response<State>, put: (state: State) => World): Response<World> {
  return "blocked" in response ? response : { ...response, state: put(response.state) };
}

function fromDatabase(execution: Execution): Response<NonNullable<World["database"]>> {
  if (execution.outcome === "waits") {
    const { for: holder } = execution;
    const blocked: Fact =
      execution.reason === "advisory"
        ? { fact: "waits-for-advisory-lock", key: execution.key, holder }
        : { fact: "waits", table: execution.table, holder, reason: execution.reason };
    return { blocked, waitsFor: holder };
  }
  const fact: Fact = { fact: "sql", deed: execution.deed };
  if (execution.outcome === "done") return { state: execution.state, reply: { value: { ...execution.reply } }, fact };
  const { code, message, fields, name } = execution.error;
  return { state: execution.state, reply: { error: { name, message, fields: { ...fields, code } } }, fact };
}

function isQueueCall({ port }: PendingRequest): boolean {
  return port === "publish" || isSettlement(port);
}

/** The calls that end a delivery. */
function isSettlement(port: PendingRequest["port"]): port is "ack" | "nack" {
  return port === "ack" || port === "nack";
}

/** The receiver that a request goes to; null for the queue and the database. */
export function receiverOf(request: PendingRequest): string | null {
  switch (request.port) {
    case "stripe.charges.create":
      return "stripe";
    case "mailer.send":
      return "mailer";
    case "alert":
      return "alert";
    case "receiver.call":
      return String(request.args["receiver"]);
    default:
      return null;
  }
}

function receive(
  simulation: Simulation,
  state: ReceiverState,
  request: PendingRequest,
  caller: Caller,
): Response<ReceiverState> {
  const { profiles } = simulation.bounds;
  if (request.port !== "stripe.charges.create")
    return send(state, { keys: profiles["receiver-keys"], checksFence: profiles.fencing === "checked" }, request, caller);
  return charge(state, paymentsProfile(simulation), request, caller);
}

export function paymentsProfile({ bounds: { profiles } }: Simulation): PaymentsProfile {
  return { compareParams: profiles["compare-params"] === "on", inProgress: profiles["in-progress-409"] === "on" };
}

/** The key under which a provider that takes time has to begin a call first; null for all other calls. */
export function keyOfStart(simulation: Simulation, world: World, request: PendingRequest): string | null {
  const state = world.receivers["stripe"];
  return state ? keyToBegin(state, paymentsProfile(simulation), request) : null;
}

/** True while a provider is at work on this call: it can no longer get lost on the way. */
export function isUnderWay(world: World, request: PendingRequest, { life }: Caller): boolean {
  const calls = Object.values(world.receivers["stripe"]?.running ?? {});
  return request.port === "stripe.charges.create" && calls.some((call) => call.life === life && call.request === request.id);
}

export function withReceiver(world: World, name: string, state: ReceiverState): World {
  return { ...world, receivers: { ...world.receivers, [name]: state } };
}

/** Faults that strike one pending request. */
export type RequestFault = (typeof requestFaults)[number];
export const requestFaults = [
  "replyLost",
  "requestLost",
  "serverError",
  "outage",
  "waitTimeout",
  "ackLost",
  "commitLost",
  "exception",
] as const;

export function canStrike(fault: RequestFault, request: PendingRequest): boolean {
  if (fault === "outage") return isStoreCall(request) || isRedisCall(request);
  if (fault === "waitTimeout") return request.port === "coordinator.waitForChange";
  if (fault === "ackLost") return request.port === "ack" || request.port === "consumer.commit";
  if (fault === "commitLost") return isCommit(request);
  // An ack that fails is `ackLost`; a handler that has ended can throw no more.
  if (fault === "exception") return !isSettlement(request.port);
  return receiverOf(request) !== null || (request.port === "publish" && fault !== "serverError");
}

function isCommit({ port, args }: PendingRequest): boolean {
  return port === "db.query" && /^\s*(commit|end)\b/i.test(String(args["sql"]));
}

/** True when a life has a transaction open: only then is there something that a lost COMMIT leaves in doubt. */
export function hasTransaction({ database }: World, life: string): boolean {
  return database !== null && Object.hasOwn(database.transactions, life);
}

function timeout(request: PendingRequest): ReplyError {
  if (request.port === "stripe.charges.create") return stripeError("StripeConnectionError", "Request timed out", null);
  return { name: "TimeoutError", message: "Request timed out", fields: {} };
}

/** A call that a fault strikes: what was done nevertheless, and what the caller gets instead of the answer. */
export function respondWithFault(
  simulation: Simulation,
  world: World,
  request: PendingRequest,
  caller: Caller,
  fault: RequestFault,
  committed = false,
): { state: World; reply: Reply; fact: Fact } {
  const question = `${caller.life} ${caller.message} ${fault} ${committed}`;
  return recallAnswer(simulation, world, request, question, () =>
    fault === "commitLost"
      ? answerLostCommit(simulation, world, request, caller, committed)
      : faultyAnswer(simulation, world, request, caller, fault),
  );
}

/**
 * The connection breaks around a COMMIT: its caller cannot know whether it was carried out. Where it was not, the server
 * ends the session and rolls back (PostgreSQL, frontend/backend protocol, termination).
 */
function answerLostCommit(
  simulation: Simulation,
  world: World,
  request: PendingRequest,
  caller: Caller,
  committed: boolean,
): { state: World; reply: Reply; fact: Fact } {
  const { database } = world;
  if (!database) throw new Error("a COMMIT without a database");
  const after = committed ? respond(simulation, world, request, caller) : null;
  if (after && "blocked" in after) throw new Error("a COMMIT does not wait");
  // Either way the session is over, and with it what it held beyond its transaction.
  const ended = { ...world, database: endSession(after?.state.database ?? database, caller.life) };
  const error: ReplyError = { name: "Error", message: "Connection terminated unexpectedly", fields: {} };
  return { state: ended, reply: { error }, fact: { fact: "commit-lost", applied: committed } };
}

function faultyAnswer(
  simulation: Simulation,
  world: World,
  request: PendingRequest,
  caller: Caller,
  fault: RequestFault,
): { state: World; reply: Reply; fact: Fact } {
  if (fault === "outage" && isRedisCall(request))
    return { state: world, reply: { error: redisUnavailable }, fact: { fact: "redis-unavailable" } };
  if (fault === "outage") return { state: world, reply: { error: unavailable }, fact: { fact: "store-unavailable" } };
  if (fault === "waitTimeout") {
    const key = String(request.args["id"]);
    return { state: world, reply: { value: "timeout" }, fact: { fact: "wait-timed-out", key } };
  }
  if (fault === "exception") {
    const error: ReplyError = { name: "Error", message: "Unexpected failure", fields: {} };
    return { state: world, reply: { error }, fact: { fact: "threw", message: error.message } };
  }
  if (fault === "requestLost" || fault === "ackLost")
    return { state: world, reply: { error: timeout(request) }, fact: { fact: "reply-lost", applied: null } };
  const applied = respond(simulation, world, request, caller);
  if ("blocked" in applied) throw new Error("a receiver does not wait");
  if (fault === "replyLost")
    return {
      state: applied.state,
      reply: { error: timeout(request) },
      fact: { fact: "reply-lost", applied: applied.fact },
    };
  const fact: Fact = { fact: "server-error", applied: applied.fact };
  if (request.port !== "stripe.charges.create") {
    return {
      state: applied.state,
      reply: { error: { name: "ServerError", message: "Internal server error", fields: { statusCode: 500 } } },
      fact,
    };
  }
  const { state, error } = chargeServerError(applied.state.receivers["stripe"] as ReceiverState, request);
  return { state: withReceiver(applied.state, "stripe", state), reply: { error }, fact };
}
