import type { Snapshot } from "../process/history";
import { completedKeys, isKept, reservations, type KeyStoreState } from "../world/key-store";
import type { Choice } from "./moves";
import { lifeOf, type Simulation, type System } from "./simulation";

/** Name of the part in choices, facts and bounds. */
export const keyStorePart = "coordinator";

/** Several choices of one kind are told apart by a number, in the order of their keys. */
function numbered(name: string, keys: readonly string[], choiceOf: (name: string, key: string) => Choice): Choice[] {
  return keys.map((key, index) => choiceOf(index > 0 ? `${name}~${index + 1}` : name, key));
}

function keptReservations(
  simulation: Simulation,
  system: System,
  nodes: readonly Snapshot[],
  keyStore: KeyStoreState,
): { kept: string[]; abandoned: string[] } {
  const kept: string[] = [];
  const abandoned: string[] = [];
  for (const { key, owner } of reservations(keyStore)) {
    const holder = nodes.findIndex((node, index) => isKept(owner, lifeOf(simulation, system, index), node.owners));
    (holder < 0 ? abandoned : kept).push(key);
  }
  return { kept, abandoned };
}

/** Leases that nobody renews end, at a moment that the search chooses: their holder died, or gave up on them. */
export function keyStoreEvents(simulation: Simulation, system: System, nodes: readonly Snapshot[]): Choice[] {
  const { keyStore } = system.world;
  if (!keyStore) return [];
  const { abandoned } = keptReservations(simulation, system, nodes, keyStore);
  return numbered(`${keyStorePart}-lease`, abandoned, (name, key) => ({
    name,
    kind: "event",
    move: { move: "reservation-end", key, kept: false },
  }));
}

/** The lease of a holder that goes on ends all the same; a stored result is forgotten. */
export function keyStoreFaults(simulation: Simulation, system: System, nodes: readonly Snapshot[]): Choice[] {
  const { budgets, world } = system;
  const { keyStore } = world;
  if (!keyStore) return [];
  const kept = budgets.leaseExpiry > 0 ? keptReservations(simulation, system, nodes, keyStore).kept : [];
  const completed = budgets.retention > 0 ? completedKeys(keyStore) : [];
  return [
    ...numbered(`${keyStorePart}-leaseExpiry`, kept, (name, key) => ({
      name,
      kind: "fault",
      move: { move: "reservation-end", key, kept: true },
    })),
    ...numbered(`${keyStorePart}-forget`, completed, (name, key) => ({
      name,
      kind: "fault",
      move: { move: "forget", part: keyStorePart, key },
    })),
  ];
}
