import type { LabelledEdges } from "./components";
import type { DeliveryGraph } from "./delivery-graph";
import type { Label } from "./graph";

/**
 * The deliveries of all schedules several times over, as layers: what happened on the way decides in which of them a
 * node lies. Behind the last layer is a dead end, for ways that are not looked for.
 */
export abstract class DeliveryLayers implements LabelledEdges {
  protected readonly deadEnd: number;

  constructor(
    readonly deliveries: DeliveryGraph,
    layers: number,
  ) {
    this.deadEnd = deliveries.expanded * layers;
  }

  /** The layer behind an edge of the deliveries; -1 for the dead end. */
  protected abstract layerAfter(layer: number, edge: number): number;

  /** Whether a schedule that is looked for ends in this node. */
  abstract endsAt(node: number): boolean;

  get expanded(): number {
    return this.deadEnd + 1;
  }

  firstEdge(node: number): number {
    if (node === this.deadEnd) return 0;
    return this.layerOf(node) * this.deliveries.edges + this.deliveries.firstEdge(node % this.deliveries.expanded);
  }

  endOfEdges(node: number): number {
    if (node === this.deadEnd) return 0;
    return this.layerOf(node) * this.deliveries.edges + this.deliveries.endOfEdges(node % this.deliveries.expanded);
  }

  target(edge: number): number {
    const { deliveries } = this;
    const within = edge % deliveries.edges;
    const layer = this.layerAfter(Math.floor(edge / deliveries.edges), within);
    return layer < 0 ? this.deadEnd : layer * deliveries.expanded + deliveries.target(within);
  }

  label(edge: number): Label {
    return this.deliveries.label(edge % this.deliveries.edges);
  }

  permutation(edge: number): number {
    return this.deliveries.permutation(edge % this.deliveries.edges);
  }

  protected layerOf(node: number): number {
    return Math.floor(node / this.deliveries.expanded);
  }
}
