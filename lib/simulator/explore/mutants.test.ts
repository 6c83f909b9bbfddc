import { afterEach, describe, expect, it, vi } from "vitest";
import type * as Judge from "../run/judge";
import type * as CellGraph from "./cell-graph";
import type * as Deliveries from "./deliveries";
import type * as Exploring from "./explore";
import type * as GapGraph from "./gap-graph";
import type * as Loops from "./loops";
import type * as Reachable from "./reachable";
import type * as ScheduleMap from "./schedule-map";
import type * as Symmetry from "./symmetry";
import type * as Tuples from "./tuples";
import type * as Cases from "./testing/cases";

/**
 * Rules of the exploration, each with a deliberately broken variant. A fact must hold for the real rule and fail for the
 * mutant: so that the comparison with brute force is known to be able to fail.
 */
afterEach(() => {
  const mocked = ["../run/judge", "./cell-graph", "./deliveries", "./gap-graph", "./loops", "./reachable", "./schedule-map", "./symmetry", "./tuples"];
  for (const file of mocked) vi.doUnmock(file);
  vi.resetModules();
});

interface Engine {
  explore: typeof Exploring.explore;
  cases: typeof Cases;
}

async function engine(): Promise<Engine> {
  // One after the other: two loads at once now and then got hold of a file before its mutant had taken its place.
  const { explore } = await import("./explore");
  const cases = await import("./testing/cases");
  return { explore, cases };
}

const facts = {
  exchangingWorkersChangesNothing: async ({ explore, cases }: Engine) => {
    const simulation = await cases.coordinatedMail({ faults: { crash: 1, leaseExpiry: 1 } });
    const without = explore(simulation, { symmetry: false });
    const { schedules, crashMap } = explore(simulation);
    expect(schedules).toBe(without.schedules);
    expect(crashMap).toEqual(without.crashMap);
  },
  nothingIsRenamedThatOnlyLooksLikeALife: async ({ explore, cases }: Engine) => {
    const key = "await stripe.charges.create({ amount: 1, currency: 'eur' }, { idempotencyKey: msg.order });";
    const order = (id: string) => `{ id: m1, order: ${id}, amount: 4200 }`;
    const simulation = await cases.withMessages([order("B1")], { faults: { expiry: 1 } }, key, "await ack();");
    expect(explore(simulation).states).toBe(explore(simulation, { symmetry: false }).states);
  },
  differentSystemsAreDifferentStates: async ({ explore, cases }: Engine) => {
    const simulation = await cases.small({ processes: 1, faults: { crash: 1 } }, cases.charge, "await ack();");
    expect(explore(simulation).outcomes.map(({ outcome }) => outcome.verdict)).toEqual(["double", "ok"]);
  },
  gapsKnowTheirSteps: async ({ explore, cases }: Engine) => {
    const simulation = await cases.small({ processes: 1, faults: { crash: 1 } }, cases.charge, "await ack();");
    const gaps = (explore(simulation).crashMap ?? []).map(({ gap }) => gap.after.join());
    expect([...new Set(gaps)]).toEqual(["", "charge", "charge,ack"]);
  },
  aRunIsDecidedWhereNothingCanSaveIt: async ({ explore, cases }: Engine) => {
    const simulation = await cases.small({ processes: 1, faults: { crash: 1 } }, cases.charge, "await ack();");
    const { continuations } = explore(simulation);
    expect(continuations.pointOfNoReturn(["A-m1", "A-charge", "A-crash"])?.inevitable).toBe(3);
  },
  aRunCanStillEndBestAndWorst: async ({ explore, cases }: Engine) => {
    const simulation = await cases.small({ processes: 1, faults: { crash: 1 } }, cases.charge, "await ack();");
    const endings = explore(simulation).continuations.after(["A-m1", "A-charge"]);
    expect([endings?.calmest.verdict, endings?.worst.verdict]).toEqual(["ok", "double"]);
  },
  onlyFairLoopsAreStuck: async ({ explore, cases }: Engine) => {
    const simulation = await cases.small(
      { processes: 2, faults: { expiry: 1 }, maxReceive: null, profiles: { requeue: "immediate" } },
      "try { await db.query('INSERT INTO processed (msg_id) VALUES ($1)', [msg.id]); } catch { return nack(); }",
      "await db.query('DELETE FROM processed WHERE msg_id = $1', [msg.id]);",
      "await ack();",
    );
    expect(explore(simulation).loop).toBeNull();
  },
  everyScheduleIsInOneCellOfTheMap: async ({ explore, cases }: Engine) => {
    const simulation = await cases.small({ processes: 1, faults: { crash: 2 } }, cases.charge, "await ack();");
    const { scheduleMap, schedules } = explore(simulation);
    const counts = (scheduleMap ?? []).flatMap(({ outcomes }) => outcomes.map((outcome) => outcome.schedules ?? 0n));
    expect(counts.reduce((sum, count) => sum + count, 0n)).toBe(schedules);
  },
  noScheduleIsTheSimplestOfTwoCells: async ({ explore, cases }: Engine) => {
    const simulation = await cases.small({ faults: { crash: 1, expiry: 1 } }, cases.charge, "await ack();");
    const { scheduleMap, simplest } = explore(simulation);
    const opened = (scheduleMap ?? []).map((cell) => simplest.inCell({ ...cell, verdict: null })?.join());
    expect(new Set(opened).size).toBe(scheduleMap?.length);
  },
  theSimplestRunOfAGapCrashesInIt: async ({ explore, cases }: Engine) => {
    const simulation = await cases.small({ processes: 1, faults: { crash: 1 } }, cases.charge, "await ack();");
    const { inGap } = explore(simulation).simplest;
    expect(inGap({ process: 0, after: ["charge", "ack"], verdict: "ok" })).toEqual(["A-m1", "A-charge", "A-ack", "A-crash"]);
  },
} satisfies Record<string, (engine: Engine) => Promise<void>>;

describe("the exploration", () => {
  it.each(Object.keys(facts) as (keyof typeof facts)[])("%s", async (fact) => facts[fact](await engine()));
});

const mutants: [name: string, fact: keyof typeof facts, mutate: () => void][] = [
  [
    "exchanges workers without renaming what they hold",
    "exchangingWorkersChangesNothing",
    () =>
      vi.doMock("./symmetry", async (original) => ({
        ...(await original<typeof Symmetry>()),
        renameLives: (part: unknown) => part,
      })),
  ],
  [
    "renames what only looks like a life",
    "nothingIsRenamedThatOnlyLooksLikeALife",
    () =>
      vi.doMock("./symmetry", async (original) => ({
        ...(await original<typeof Symmetry>()),
        isSafeScenario: () => true,
        isSafeNode: () => true,
        looksLikeLife: () => false,
      })),
  ],
  [
    "takes tuples with equal beginnings for equal",
    "differentSystemsAreDifferentStates",
    () =>
      vi.doMock("./tuples", async (original) => {
        const { Tuples: Real } = await original<typeof Tuples>();
        class Shorter extends Real {
          override add(tuple: Int32Array): number {
            return super.add(tuple.map((item, index) => (index < 2 ? item : 0)));
          }
        }
        return { Tuples: Shorter };
      }),
  ],
  [
    "forgets in which gap a process crashed",
    "gapsKnowTheirSteps",
    () =>
      vi.doMock("./deliveries", async (original) => {
        const { Deliveries: Real } = await original<typeof Deliveries>();
        class Forgetful extends Real {
          override changeOf(...move: Parameters<Deliveries.Deliveries["changeOf"]>) {
            const change = super.changeOf(...move);
            return change.change === "crash" && change.gap ? { ...change, gap: [] } : change;
          }
        }
        return { Deliveries: Forgetful };
      }),
  ],
  [
    "takes what can still go wrong for what must",
    "aRunIsDecidedWhereNothingCanSaveIt",
    () =>
      vi.doMock("./reachable", async (original) => {
        const real = await original<typeof Reachable>();
        const onlyWorst = (set: number) => real.setOf(real.worstOf(set) ?? "ok");
        return { ...real, verdictsFrom: (...of: Parameters<typeof real.verdictsFrom>) => real.verdictsFrom(...of).map(onlyWorst) };
      }),
  ],
  [
    "takes the calmest way on for the worst",
    "aRunCanStillEndBestAndWorst",
    () =>
      vi.doMock("../run/judge", async (original) => {
        const real = await original<typeof Judge>();
        return { ...real, verdictOrder: [...real.verdictOrder].reverse() };
      }),
  ],
  [
    "calls every cycle a loop in which somebody is stuck",
    "onlyFairLoopsAreStuck",
    () =>
      vi.doMock("./loops", async (original) => ({
        ...(await original<typeof Loops>()),
        fairLoops: (_: unknown, { cyclic }: { cyclic: ReadonlySet<number> }) => new Set(cyclic),
      })),
  ],
  [
    "counts a schedule again with its second crash",
    "everyScheduleIsInOneCellOfTheMap",
    () =>
      vi.doMock("./schedule-map", async (original) => ({
        ...(await original<typeof ScheduleMap>()),
        isUncrashed: () => () => true,
      })),
  ],
  [
    "opens a cell with a schedule of another class",
    "noScheduleIsTheSimplestOfTwoCells",
    () =>
      vi.doMock("./cell-graph", async (original) => {
        const { CellGraph: Real } = await original<typeof CellGraph>();
        class Careless extends Real {
          override endsAt(node: number): boolean {
            return this.deliveries.endings.some((ending, number) => {
              const isThis = this.deliveries.endingAt(node % this.deliveries.expanded) === number;
              return isThis && ending.outcome >= 0 && node < this.expanded - 1;
            });
          }
        }
        return { CellGraph: Careless };
      }),
  ],
  [
    "opens a gap with a run that crashes elsewhere, or nowhere",
    "theSimplestRunOfAGapCrashesInIt",
    () =>
      vi.doMock("./gap-graph", async (original) => {
        const { GapGraph: Real } = await original<typeof GapGraph>();
        class Careless extends Real {
          protected override layerAfter(): number {
            return 1;
          }
        }
        return { GapGraph: Careless };
      }),
  ],
];

describe("is caught when it", () => {
  it.each(mutants)("%s", async (_, fact, mutate) => {
    mutate();
    vi.resetModules();
    await expect(async () => facts[fact](await engine())).rejects.toThrow();
  });
});
