import type { MessageData } from "../process/history";
import { recall } from "./recall";
import type { Simulation, System } from "./simulation";

/** What is in a message, whether the scenario has it from the start or a process has published it. */
export function messageData(simulation: Simulation, system: System, id: string): MessageData | null {
  const publication = system.world.queue?.[id]?.publication;
  if (publication) return recall(simulation, publication.body, `as ${id}`, () => ({ ...publication.body, id }));
  return simulation.scenario.messages.find((message) => message.id === id) ?? null;
}

/** All messages of a run so far. */
export function allMessages(simulation: Simulation, system: System): MessageData[] {
  const published = Object.entries(system.world.queue ?? {}).flatMap(([id, { publication }]) =>
    publication ? (messageData(simulation, system, id) ?? []) : [],
  );
  return [...simulation.scenario.messages, ...published];
}
