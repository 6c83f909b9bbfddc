import type { Simulation } from "../run/simulation";
import type { VerdictName } from "../scenario/scenario";
import type { LabelledEdges } from "./components";
import type { DeliveryGraph } from "./delivery-graph";
import type { Graph, Label } from "./graph";
import { classOf, classWithoutCrash, gapOf, isSameGap, type MapGap } from "./schedule-map";

/** A cell of the map of all schedules, or those schedules of it that end with a verdict. */
export interface AskedCell {
  /** Null for the schedules in which nobody crashes. */
  gap: MapGap | null;
  class: string;
  verdict: VerdictName | null;
}

/**
 * The deliveries of all schedules, with what decides about one cell: layer 0 before the first crash, then one layer for
 * each message whose delivery the crash in the gap may cut off. A first crash in another gap leads to a dead end.
 */
export class CellGraph implements LabelledEdges {
  /** By edge of the deliveries: the layer that a first crash on it leads to, when it falls into the gap. */
  readonly #layerAfter = new Map<number, number>();
  readonly #messages: (string | null)[] = [];
  readonly #deadEnd: number;

  constructor(
    private readonly simulation: Simulation,
    private readonly graph: Graph,
    readonly deliveries: DeliveryGraph,
    private readonly asked: AskedCell,
  ) {
    for (const crash of deliveries.crashes) {
      if (!asked.gap || !isSameGap(gapOf(simulation, crash), asked.gap)) continue;
      const { message } = crash.gap;
      const known = this.#messages.indexOf(message);
      this.#layerAfter.set(crash.edge, 1 + (known < 0 ? this.#messages.push(message) - 1 : known));
    }
    this.#deadEnd = deliveries.expanded * (1 + this.#messages.length);
  }

  get expanded(): number {
    return this.#deadEnd + 1;
  }

  firstEdge(node: number): number {
    if (node === this.#deadEnd) return 0;
    return this.#layerOf(node) * this.deliveries.edges + this.deliveries.firstEdge(node % this.deliveries.expanded);
  }

  endOfEdges(node: number): number {
    if (node === this.#deadEnd) return 0;
    return this.#layerOf(node) * this.deliveries.edges + this.deliveries.endOfEdges(node % this.deliveries.expanded);
  }

  target(edge: number): number {
    const { deliveries } = this;
    const within = edge % deliveries.edges;
    const layer = this.layerAfter(Math.floor(edge / deliveries.edges), within);
    return layer < 0 ? this.#deadEnd : layer * deliveries.expanded + deliveries.target(within);
  }

  label(edge: number): Label {
    return this.deliveries.label(edge % this.deliveries.edges);
  }

  permutation(edge: number): number {
    return this.deliveries.permutation(edge % this.deliveries.edges);
  }

  /** The layer behind an edge of the deliveries; -1 for a first crash that falls into another gap. */
  layerAfter(layer: number, edge: number): number {
    if (layer > 0 || this.deliveries.label(edge).delivery.change !== "crash") return layer;
    return this.#layerAfter.get(edge) ?? -1;
  }

  /** Whether a schedule of the cell ends in this node. */
  endsAt(node: number): boolean {
    if (node === this.#deadEnd) return false;
    const layer = this.#layerOf(node);
    const ending = this.deliveries.endings[this.deliveries.endingAt(node % this.deliveries.expanded)];
    if (!ending || (this.asked.gap !== null) !== layer > 0) return false;
    const { class: asked, verdict } = this.asked;
    const found =
      layer === 0
        ? classWithoutCrash(this.simulation, ending.classes)
        : classOf(this.#messages[layer - 1] ?? null, ending.classes);
    return found === asked && (verdict === null || this.graph.outcomes[ending.outcome]?.verdict === verdict);
  }

  #layerOf(node: number): number {
    return Math.floor(node / this.deliveries.expanded);
  }
}
