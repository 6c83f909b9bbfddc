import type { PendingRequest, Snapshot } from "../process/history";
import { uncommitted } from "../world/log/consumer";
import { assigned, orphans } from "../world/log/group";
import type { Choice, Move } from "./moves";
import { lifeOf, type Simulation, type System } from "./simulation";

/** Consumers that can be given a partition: those whose code still runs. */
function members(simulation: Simulation, system: System, nodes: readonly Snapshot[]): { name: string; life: string }[] {
  return simulation.processes.flatMap(({ name, starts }, index) =>
    starts === "assigned" && nodes[index]?.status === "busy" ? [{ name, life: lifeOf(simulation, system, index) }] : [],
  );
}

/**
 * What happens to the log by itself: a consumer whose loop has ended starts again; the partitions of a dead one go to
 * somebody who lives; the timer of a consumer commits what was handed out.
 */
export function logEvents(simulation: Simulation, system: System, nodes: readonly Snapshot[]): Choice[] {
  const { log } = system.world;
  if (!log) return [];
  const event = (name: string, move: Move): Choice => ({ name, kind: "event", move });
  const alive = members(simulation, system, nodes);
  const { autoCommit } = simulation.logProfile;
  return [
    ...orphans(log).flatMap((partition) =>
      alive.map(({ name, life }) =>
        event(`${partition}-moves-to-${name}`, { move: "partition-move", partition, to: life, because: "session-timeout" }),
      ),
    ),
    ...simulation.processes.flatMap(({ name, starts }, process) => {
      const { status, pending = [] } = nodes[process] ?? {};
      if (starts !== "assigned") return [];
      if (status === "done") return [event(`${name}-restart`, { move: "restart", process })];
      // The Java client looks at its timer inside of poll only.
      const looks = autoCommit === "on" || (autoCommit === "in-poll" && pending.some(isPoll));
      if (!looks || uncommitted(log, lifeOf(simulation, system, process)).length === 0) return [];
      return [event(`${name}-timer`, { move: "auto-commit", process })];
    }),
  ];
}

function isPoll({ port }: PendingRequest): boolean {
  return port === "consumer.poll";
}

/** A partition moves although its owner lives and goes on: it was too slow for `max.poll.interval.ms`, or the group changed. */
export function logFaults(simulation: Simulation, system: System, nodes: readonly Snapshot[]): Choice[] {
  const { log } = system.world;
  if (!log || system.budgets.rebalance === 0) return [];
  return assigned(log).flatMap(({ partition, owner }) =>
    members(simulation, system, nodes)
      .filter(({ life }) => life !== owner)
      .map(({ name, life }) => ({
        name: `${partition}-rebalance-to-${name}`,
        kind: "fault" as const,
        move: { move: "partition-move" as const, partition, to: life, because: "rebalance" as const },
      })),
  );
}
