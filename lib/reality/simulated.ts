import { explore } from "@/lib/simulator/explore/explore";
import { drawNumbers } from "@/lib/simulator/explore/numbering";
import { canonical } from "@/lib/simulator/plain";
import { applyMove } from "@/lib/simulator/run/apply";
import { outcomeOf } from "@/lib/simulator/run/judge";
import { choiceNamed, choicesOf, isQuiescent } from "@/lib/simulator/run/moves";
import { createSimulation, lifeOf, nodeOf } from "@/lib/simulator/run/simulation";
import { isUnderWay } from "@/lib/simulator/run/world-step";
import { reservations } from "@/lib/simulator/world/key-store";
import { committedRows } from "@/lib/simulator/world/database/store";
import { reduceKeyState } from "@/lib/coordinator/stores/memory/reducer";

/**
 * All that the check asks of the simulator, as one object: so that a simulator with a planted fault can take the place
 * of the real one.
 */
export const simulator = {
  applyMove,
  canonical,
  choiceNamed,
  choicesOf,
  committedRows,
  createSimulation,
  drawNumbers,
  explore,
  isQuiescent,
  isUnderWay,
  lifeOf,
  nodeOf,
  outcomeOf,
  reduceKeyState,
  reservations,
};

export type Simulator = typeof simulator;
