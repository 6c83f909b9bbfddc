import { explore } from "@/lib/simulator/explore/explore";
import type { Frames } from "@/lib/simulator/run/frame";
import type { Simulation } from "@/lib/simulator/run/simulation";

/** As many states as lessons and their changes have at most; counted, not timed, so that the same content gives the same bytes. */
const limits = { states: 20_000, milliseconds: Infinity };

/**
 * After how many choices of a run that violates no continuation is ok any more, by a search through all schedules.
 * Undefined for a run that is ok, and where the search does not come to its end.
 */
export function pointOfNoReturnOf(simulation: Simulation, { frames, verdict }: Frames): number | null | undefined {
  if (verdict === null || verdict === "ok") return undefined;
  const { continuations, stopped } = explore(simulation, { crashMap: false, limits });
  if (stopped !== null) return undefined;
  return continuations.pointOfNoReturn(frames.map(({ choice }) => choice))?.inevitable;
}
