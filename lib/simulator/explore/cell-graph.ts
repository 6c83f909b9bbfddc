import type { Simulation } from "../run/simulation";
import type { VerdictName } from "../scenario/scenario";
import type { DeliveryGraph } from "./delivery-graph";
import { DeliveryLayers } from "./delivery-layers";
import type { Graph } from "./graph";
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
export class CellGraph extends DeliveryLayers {
  /** By edge of the deliveries: the layer that a first crash on it leads to, when it falls into the gap. */
  readonly #layerAfter: ReadonlyMap<number, number>;
  readonly #messages: readonly (string | null)[];

  constructor(
    private readonly simulation: Simulation,
    private readonly graph: Graph,
    deliveries: DeliveryGraph,
    private readonly asked: AskedCell,
  ) {
    const { layerAfter, messages } = layersOf(simulation, deliveries, asked);
    super(deliveries, 1 + messages.length);
    this.#layerAfter = layerAfter;
    this.#messages = messages;
  }

  /** The layer behind an edge of the deliveries; -1 for a first crash that falls into another gap. */
  protected layerAfter(layer: number, edge: number): number {
    if (layer > 0 || this.deliveries.label(edge).delivery.change !== "crash") return layer;
    return this.#layerAfter.get(edge) ?? -1;
  }

  /** Whether a schedule of the cell ends in this node. */
  endsAt(node: number): boolean {
    if (node === this.deadEnd) return false;
    const layer = this.layerOf(node);
    const ending = this.deliveries.endings[this.deliveries.endingAt(node % this.deliveries.expanded)];
    if (!ending || (this.asked.gap !== null) !== layer > 0) return false;
    const { class: asked, verdict } = this.asked;
    const found =
      layer === 0
        ? classWithoutCrash(this.simulation, ending.classes)
        : classOf(this.#messages[layer - 1] ?? null, ending.classes);
    return found === asked && (verdict === null || this.graph.outcomes[ending.outcome]?.verdict === verdict);
  }
}

/** A layer for each message whose delivery a crash in the gap cuts off, and which crash leads into it. */
function layersOf(simulation: Simulation, { crashes }: DeliveryGraph, { gap }: AskedCell) {
  const messages: (string | null)[] = [];
  const layerAfter = new Map<number, number>();
  for (const crash of crashes) {
    if (!gap || !isSameGap(gapOf(simulation, crash), gap)) continue;
    const { message } = crash.gap;
    const known = messages.indexOf(message);
    layerAfter.set(crash.edge, 1 + (known < 0 ? messages.push(message) - 1 : known));
  }
  return { layerAfter, messages };
}
