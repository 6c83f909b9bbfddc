import { verdictOrder } from "../run/judge";
import type { VerdictName } from "../scenario/scenario";
import type { Components } from "./components";
import { fairLoops } from "./loops";
import { setOf, verdictsFrom, worstOf } from "./reachable";
import { type Distances, distancesTo, simplestWay } from "./simplest";
import type { States } from "./states";
import type { Place, Walk } from "./walk";

/** How runs can go on, from the start or from any choices made so far. */
export interface Continuations {
  /** The worst verdict of all schedules; null when none was seen to its end. */
  worstVerdict: () => VerdictName | null;
  /** The simplest choices from the start to a verdict. A double is shown until it happens, the others to the end. */
  counterexample: (verdict: VerdictName) => string[] | null;
  /** The way into a loop in which nobody is kept waiting, and once round; null when there is none. */
  loop: () => { into: string[]; round: string[] } | null;
  /** The simplest choices from the start to a state. */
  simplestTo: (state: number) => string[];
  /**
   * How a run that has made these choices can still end best and worst: the simplest further choices, to the end.
   * Null when the choices are not possible or all further runs go round for ever.
   */
  after: (choices: readonly string[]) => { calmest: Ending; worst: Ending } | null;
  /**
   * Where a run is decided, in numbers of choices made. `inevitable`: after so many no continuation is ok any more;
   * null when it can still end well. `possible`: after so many it could still end badly, for the last time; null when
   * it never could. Null for choices that are not possible.
   */
  pointOfNoReturn: (choices: readonly string[]) => { inevitable: number | null; possible: number | null } | null;
}

export interface Ending {
  verdict: VerdictName;
  choices: string[];
}

/** `complete` is false when only a part of the graph is known: then a verdict is what was seen, not what must come. */
export function continuationsIn(
  walk: Walk,
  states: Pick<States, "permutations">,
  components: Components,
  complete: boolean,
): Continuations {
  const { graph, start } = walk;
  const loops = fairLoops(graph, components);
  const verdicts = verdictsFrom(graph, components, complete ? loops : new Set());
  const isIn = (state: number) => complete && loops.has(components.componentOf[state] as number);
  const known = new Map<string, Distances>();

  function distances(name: string, isTarget: (state: number) => boolean): Distances {
    let found = known.get(name);
    if (!found) known.set(name, (found = distancesTo(graph, states, components, isTarget)));
    return found;
  }

  const endsIn = (verdict: VerdictName) => (state: number) =>
    graph.outcomes[graph.outcomeAt(state)]?.verdict === verdict;
  /** A double that no continuation takes back, as deleting the row of a table would. */
  const isDouble = (state: number) =>
    graph.isDoubleAt(state) && (!complete || verdicts[state] === setOf("double"));
  const from = (place: Place, previous: number, name: string, isTarget: (state: number) => boolean) =>
    simplestWay(walk, states, distances(name, isTarget), place, previous);

  function loop(): { into: string[]; round: string[] } | null {
    if (!complete || loops.size === 0) return null;
    const into = from(start, -1, "loop", isIn);
    const entry = into && walk.follow(into);
    if (!into || !entry) return null;
    const back = distances(`state ${entry.state}`, (state) => state === entry.state);
    const rounds = walk
      .waysFrom(entry)
      .filter((way) => isIn(way.to.state))
      .flatMap((way) => {
        const rest = simplestWay(walk, states, back, way.to, way.kind === "step" ? way.process : -1);
        return rest ? [[way.name, ...rest]] : [];
      });
    const [first] = rounds;
    return first ? { into, round: rounds.reduce((least, round) => (round.length < least.length ? round : least), first) } : null;
  }

  function placesAlong(choices: readonly string[]): { place: Place; actor: number }[] | null {
    const along = [{ place: start, actor: -1 }];
    for (const choice of choices) {
      const { place, actor } = along.at(-1) as (typeof along)[number];
      const way = walk.waysFrom(place).find(({ name }) => name === choice);
      if (!way) return null;
      along.push({ place: way.to, actor: way.kind === "step" ? way.process : actor });
    }
    return along;
  }

  function ending(place: Place, actor: number, verdict: VerdictName | null): Ending | null {
    const choices = verdict && from(place, actor, `end ${verdict}`, endsIn(verdict));
    return verdict && choices ? { verdict, choices } : null;
  }

  return {
    loop,
    worstVerdict: () =>
      worstOf((verdicts[start.state] ?? 0) | (someDouble() ? setOf("double") : 0)),
    counterexample(verdict) {
      if (verdict === "double") return from(start, -1, "double", isDouble) ?? from(start, -1, "end double", endsIn("double"));
      const round = verdict === "stuck" ? loop() : null;
      if (round) return [...round.into, ...round.round];
      return from(start, -1, `end ${verdict}`, endsIn(verdict));
    },
    simplestTo: (target) => from(start, -1, `state ${target}`, (state) => state === target) ?? [],
    after(choices) {
      const last = placesAlong(choices)?.at(-1);
      if (!last) return null;
      const { place, actor } = last;
      const ends = verdictOrder.map((verdict) => ending(place, actor, verdict)).filter((end) => end !== null);
      const [worst] = ends;
      const calmest = ends.at(-1);
      return worst && calmest ? { calmest, worst } : null;
    },
    pointOfNoReturn(choices) {
      const along = placesAlong(choices);
      if (!along) return null;
      const sets = along.map(({ place }) => verdicts[place.state] ?? 0);
      const inevitable = sets.findIndex((set) => (set & setOf("ok")) === 0);
      const possible = sets.findLastIndex((set) => (set & ~setOf("ok")) !== 0);
      return { inevitable: inevitable < 0 ? null : inevitable, possible: possible < 0 ? null : possible };
    },
  };

  function someDouble(): boolean {
    if (complete) return false;
    for (let state = 0; state < graph.expanded; state++) if (graph.isDoubleAt(state)) return true;
    return false;
  }
}
