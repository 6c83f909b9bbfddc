import type { Frames, Participant } from "@/lib/simulator/run/frame";
import type { Bounds } from "@/lib/simulator/scenario/scenario";

/** The start of a run within other bounds: as many workers as these say. */
export function startWithin(start: Frames, bounds: Bounds): Frames {
  const count = Object.values(bounds.processes).reduce((sum, processes) => sum + processes, 0);
  const workers = Array.from({ length: count }, (_, index) => {
    const id = String.fromCharCode(65 + index);
    return { id, kind: "process" as const, name: { ru: `Воркер ${id}`, en: `Worker ${id}` } };
  });
  const others = start.participants.filter(({ kind }) => kind !== "process");
  const isSource = ({ kind }: Participant) => kind === "queue" || kind === "partition";
  const [sources, receivers] = [others.filter(isSource), others.filter((other) => !isSource(other))];
  return { ...start, bounds, participants: [...sources, ...workers, ...receivers] };
}
