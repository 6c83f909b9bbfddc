import type { PendingRequest, Refusal, RefusalCode, Snapshot } from "../process/history";
import type { PartName } from "../scenario/scenario";
import { MigrationRefused } from "../world/database/migrate";
import { SqlRefused } from "../world/database/parse-tree";
import type { Simulation } from "./simulation";

/** The part that answers a port; a sleep needs none. */
const partOfPort: Readonly<Record<Exclude<PendingRequest["port"], "clock.sleep">, PartName>> = {
  ack: "queue",
  nack: "queue",
  publish: "queue",
  "db.query": "database",
  "stripe.charges.create": "stripe",
  "mailer.send": "mailer",
  alert: "alert",
  "receiver.call": "receivers",
  "coordinator.reserve": "coordinator",
  "coordinator.complete": "coordinator",
  "coordinator.renew": "coordinator",
  "coordinator.release": "coordinator",
  "coordinator.read": "coordinator",
  "coordinator.waitForChange": "coordinator",
  "redis.set": "redis",
  "redis.get": "redis",
  "redis.del": "redis",
  "redis.delIfEquals": "redis",
  "redis.incr": "redis",
  "redis.expire": "redis",
  "consumer.poll": "log",
  "consumer.commit": "log",
};

/** Why a process cannot go on here: by its own doing, or by a call that no part of this scenario can answer. */
export function refusalOf(simulation: Simulation, node: Snapshot): Refusal | null {
  if (node.refusal) return node.refusal;
  for (const request of node.pending) {
    const { line, port } = request;
    if (port === "clock.sleep") continue;
    const part = partOfPort[port];
    const unknownReceiver =
      part === "receivers" && !simulation.scenario.receivers.includes(String(request.args["receiver"]));
    if (unknownReceiver || !simulation.scenario.parts.includes(part)) {
      return {
        code: "part-missing",
        line,
        column: null,
        detail: unknownReceiver ? String(request.args["receiver"]) : part,
      };
    }
    if (request.port === "publish" && !simulation.processes.some(({ consumes }) => consumes === request.args["topic"]))
      return { code: "no-such-topic", line, column: null, detail: String(request.args["topic"]), known: topicsOf(simulation) };
    if (request.port === "consumer.poll" && !isCount(request.args["max"]))
      return { code: "bad-poll", line, column: null, detail: String(request.args["max"]) };
    if (part === "database") {
      const refusal = sqlRefusal(simulation, request);
      if (refusal) return refusal;
    }
  }
  return null;
}

function sqlRefusal(simulation: Simulation, request: PendingRequest): Refusal | null {
  try {
    simulation.statementOf(String(request.args["sql"]));
    return null;
  } catch (error) {
    if (!(error instanceof SqlRefused) || error.reason === "no-parser") throw error;
    return { code: `sql-${error.reason}`, line: request.line, column: null, detail: error.what };
  }
}

/** Why a migration cannot be carried out, and where; null for an error that is none of its own. */
export function refusalOfMigration(error: unknown, migration: string): Refusal | null {
  const isKnown = error instanceof MigrationRefused || (error instanceof SqlRefused && error.reason !== "no-parser");
  if (!isKnown) return null;
  const before = error.position === null ? null : migration.slice(0, error.position).split("\n");
  return {
    code: codeOfMigration(error),
    line: before && before.length,
    column: before && (before.at(-1) ?? "").length + 1,
    detail: error.what,
    inMigration: true,
  };
}

function codeOfMigration(error: MigrationRefused | SqlRefused): RefusalCode {
  if (error instanceof MigrationRefused) return `migration-${error.reason}`;
  if (error.reason === "unsupported") return "migration-unsupported";
  return error.reason === "no-parser" ? "sql-syntax" : `sql-${error.reason}`;
}

/** The topics that somebody consumes. */
function topicsOf({ processes }: Simulation): string[] {
  return [...new Set(processes.flatMap(({ consumes }) => consumes ?? []))];
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1;
}
