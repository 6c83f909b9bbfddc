import type { Simulation } from "../run/simulation";
import { type AskedCell, CellGraph } from "./cell-graph";
import { type Components, componentsOf } from "./components";
import { followDeliveries } from "./crash-map";
import type { DeliveryGraph } from "./delivery-graph";
import { distancesTo, simplestWay } from "./simplest";
import type { States } from "./states";
import type { Walk } from "./walk";

/** Finds the simplest schedule of a cell, to its end; null for a cell without schedules. */
export type SimplestInCell = (asked: AskedCell) => string[] | null;

/** The deliveries are followed when the first cell is asked for, and kept for the next ones. */
export function simplestInCells(simulation: Simulation, walk: Walk, states: States, components: Components): SimplestInCell {
  let deliveries: DeliveryGraph | null = null;
  return (asked) => {
    deliveries ??= followDeliveries(simulation, walk.graph, states, components);
    const cells = new CellGraph(simulation, walk.graph, deliveries, asked);
    const distances = distancesTo(cells, states, componentsOf(cells), (node) => cells.endsAt(node));
    const start = deliveries;
    return simplestWay(walk, states, distances, walk.start, -1, {
      start: 0,
      next: (node, { edge }) =>
        cells.target(cells.firstEdge(node) + edge - walk.graph.firstEdge(start.stateAt(node % start.expanded))),
    });
  };
}
