import type { Simulation } from "../run/simulation";
import { type AskedCell, CellGraph } from "./cell-graph";
import { type Components, componentsOf } from "./components";
import { followDeliveries } from "./crash-map";
import type { DeliveryGraph } from "./delivery-graph";
import type { DeliveryLayers } from "./delivery-layers";
import { type AskedGap, GapGraph } from "./gap-graph";
import { distancesTo, simplestWay } from "./simplest";
import type { States } from "./states";
import type { Walk } from "./walk";

/** Finds the simplest of some schedules, to its end; null where there is none. */
export interface SimplestAmong {
  /** Those of a cell of the map. */
  inCell: (asked: AskedCell) => string[] | null;
  /** Those with a crash in a gap. */
  inGap: (asked: AskedGap) => string[] | null;
}

/** The deliveries are followed when the first question comes, and kept for the next ones. */
export function simplestAmong(simulation: Simulation, walk: Walk, states: States, components: Components): SimplestAmong {
  let followed: DeliveryGraph | null = null;
  const deliveries = () => (followed ??= followDeliveries(simulation, walk.graph, states, components));

  function simplest(layers: DeliveryLayers): string[] | null {
    const distances = distancesTo(layers, states, componentsOf(layers), (node) => layers.endsAt(node));
    return simplestWay(walk, states, distances, walk.start, -1, {
      start: 0,
      next: (node, { edge }) => {
        const state = layers.deliveries.stateAt(node % layers.deliveries.expanded);
        return layers.target(layers.firstEdge(node) + edge - walk.graph.firstEdge(state));
      },
    });
  }

  return {
    inCell: (asked) => simplest(new CellGraph(simulation, walk.graph, deliveries(), asked)),
    inGap: (asked) => simplest(new GapGraph(simulation, walk.graph, deliveries(), asked, states.permutations.length > 1)),
  };
}
