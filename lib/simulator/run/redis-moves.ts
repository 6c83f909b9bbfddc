import { abandonedLocks, forgettable, heldLocks, unreplicated } from "../world/redis";
import type { Choice, Move } from "./moves";
import type { Simulation, System } from "./simulation";

/** Name of the part in choices, facts and bounds. */
export const redisPart = "redis";

/** Several choices of one kind are told apart by a number, in the order of their keys. */
function numbered(kind: Choice["kind"], name: string, keys: readonly string[], moveOf: (key: string) => Move): Choice[] {
  return keys.map((key, index) => ({
    name: `${redisPart}-${name}${index > 0 ? `~${index + 1}` : ""}`,
    kind,
    move: moveOf(key),
  }));
}

/** The TTL of a lock ends at a moment that the search chooses: its holder has died. */
export function redisEvents({ world: { redis } }: System): Choice[] {
  if (!redis) return [];
  return numbered("event", "ttl", abandonedLocks(redis), (key) => ({ move: "redis-end", key, kept: false }));
}

/** The lock of somebody who goes on ends all the same; a record is forgotten; the latest write is lost at a failover. */
export function redisFaults(simulation: Simulation, { budgets, world: { redis } }: System): Choice[] {
  if (!redis) return [];
  const locks = budgets.leaseExpiry > 0 ? heldLocks(redis) : [];
  const records = budgets.retention > 0 ? forgettable(redis, simulation.redisProfile) : [];
  const lost = budgets.outage > 0 ? unreplicated(redis) : null;
  return [
    ...numbered("fault", "leaseExpiry", locks, (key) => ({ move: "redis-end", key, kept: true })),
    ...numbered("fault", "forget", records, (key) => ({ move: "forget", part: redisPart, key })),
    ...numbered("fault", "failover", lost === null ? [] : [lost], (key) => ({ move: "redis-failover", key })),
  ];
}
