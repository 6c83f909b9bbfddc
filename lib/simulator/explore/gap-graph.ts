import type { Simulation } from "../run/simulation";
import type { VerdictName } from "../scenario/scenario";
import type { DeliveryGraph } from "./delivery-graph";
import { DeliveryLayers } from "./delivery-layers";
import type { Graph } from "./graph";
import { placesOf } from "./symmetry";

/** Schedules in which the first life of a process crashes in a gap, whatever else happens before or after, and end so. */
export interface AskedGap {
  process: number;
  /** The steps of the delivery that were applied, in whichever order. */
  after: readonly string[];
  verdict: VerdictName;
}

/** Layer 0 before a crash in the gap, layer 1 after it. */
export class GapGraph extends DeliveryLayers {
  readonly #inGap: ReadonlySet<number>;

  /** @param symmetry true where the workers of a role stand for each other: then each of them is meant */
  constructor(
    simulation: Simulation,
    private readonly graph: Graph,
    deliveries: DeliveryGraph,
    private readonly asked: AskedGap,
    symmetry: boolean,
  ) {
    super(deliveries, 2);
    const places = placesOf(simulation);
    const name = [...asked.after].sort().join();
    const isMeant = (position: number) => (symmetry ? places[position] === places[asked.process] : position === asked.process);
    const here = deliveries.crashes.filter(
      ({ incarnation, position, gap }) => incarnation === 1 && isMeant(position) && [...gap.after].sort().join() === name,
    );
    this.#inGap = new Set(here.map(({ edge }) => edge));
  }

  endsAt(node: number): boolean {
    if (node === this.deadEnd || this.layerOf(node) === 0) return false;
    const ending = this.deliveries.endings[this.deliveries.endingAt(node % this.deliveries.expanded)];
    return ending !== undefined && this.graph.outcomes[ending.outcome]?.verdict === this.asked.verdict;
  }

  protected layerAfter(layer: number, edge: number): number {
    return layer === 1 || this.#inGap.has(edge) ? 1 : 0;
  }
}
