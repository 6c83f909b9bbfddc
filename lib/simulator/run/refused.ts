import type { PendingRequest, Refusal, Snapshot } from "../process/history";
import type { PartName } from "../scenario/scenario";
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

/** The topics that somebody consumes. */
function topicsOf({ processes }: Simulation): string[] {
  return [...new Set(processes.flatMap(({ consumes }) => consumes ?? []))];
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1;
}
