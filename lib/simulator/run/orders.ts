import { canonical } from "../plain";
import type { VerdictName } from "../scenario/scenario";
import { applyMove } from "./apply";
import { outcomeOf, verdictOrder } from "./judge";
import { choiceNamed, choicesOf, isQuiescent } from "./moves";
import type { Simulation, System } from "./simulation";

/** The orders in which the steps that matter can follow each other, such as `A-select B-select A-charge`. */
export type Orders = ReadonlyMap<string, VerdictName>;

/**
 * All orders of the named steps of all processes, from where `after` leads to, each with the worst verdict of the
 * schedules that it stands for. Everything else that happens in between is left out of sight, not out of the runs.
 * For a few processes with a few steps: the orders are listed, not counted.
 * @throws when a choice of `after` is not possible
 */
export function ordersOf(simulation: Simulation, after: readonly string[], steps: readonly string[]): Orders {
  let system = simulation.initial;
  for (const name of after) {
    const choice = choiceNamed(choicesOf(simulation, system), name);
    if (!choice) throw new Error(`${name} is not possible`);
    ({ system } = applyMove(simulation, system, choice.move));
  }
  const known = new Map<string, Orders>();
  const from = (current: System): Orders => {
    const key = canonical(current);
    const before = known.get(key);
    if (before) return before;
    const orders = new Map<string, VerdictName>();
    const add = (order: string, verdict: VerdictName): void => {
      const worst = verdictOrder.find((name) => name === verdict || name === orders.get(order));
      orders.set(order, worst ?? verdict);
    };
    const choices = choicesOf(simulation, current);
    if (isQuiescent(choices)) add("", outcomeOf(simulation, current).verdict);
    for (const { name, move } of choices.enabled) {
      const matters = move.move === "request" && steps.includes(name.slice(name.indexOf("-") + 1));
      for (const [order, verdict] of from(applyMove(simulation, current, move).system))
        add(matters ? [name, ...(order === "" ? [] : [order])].join(" ") : order, verdict);
    }
    known.set(key, orders);
    return orders;
  };
  return from(system);
}
