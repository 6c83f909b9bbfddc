import { beforeAll, describe, expect, it } from "vitest";
import { canonical } from "../plain";
import { verdictOrder } from "../run/judge";
import type { Simulation } from "../run/simulation";
import { shipped } from "../testing/simulate";
import { explore, type Exploration } from "./explore";
import { cellsOf, namesOf, reexecuting, type Schedule, schedulesOf, simplestOf, untilVerdict } from "./testing/brute-force";
import { smallCases } from "./testing/cases";
import { logCases, poisoned } from "./testing/log-cases";

/** What an exploration has found, in a form that can be compared. */
function found({ schedules, outcomes, crashMap, counterexample, verdict }: Exploration) {
  return { schedules, outcomes, crashMap, counterexample, verdict };
}

/** The same, by looking at every schedule. */
function bruteForce(simulation: Simulation, all: Iterable<Schedule>) {
  const outcomes = new Map<string, bigint>();
  const cells = new Map<string, bigint>();
  const count = (counts: Map<string, bigint>, key: string) => counts.set(key, (counts.get(key) ?? 0n) + 1n);
  const names = new Set<string>();
  let schedules = 0n;
  for (const schedule of all) {
    schedules++;
    names.add(namesOf(schedule).join("."));
    count(outcomes, canonical(schedule.outcome));
    const { verdict, effects } = schedule.outcome;
    for (const cell of cellsOf(simulation, schedule)) count(cells, `${cell} | ${verdict} ${canonical(effects)}`);
  }
  return { schedules, outcomes, cells, names };
}

function cellsIn({ crashMap }: Exploration): Map<string, bigint | null> {
  return new Map(
    (crashMap ?? []).flatMap(({ process, incarnation, gap, class: row, outcomes }) =>
      outcomes.map(({ verdict, effects, schedules }) => {
        const cell = [process, incarnation, [...gap.after].sort().join(), row].join(" | ");
        return [`${cell} | ${verdict} ${canonical(effects)}`, schedules] as const;
      }),
    ),
  );
}

describe.each([...smallCases, ...logCases])("%s", (_, make) => {
  let simulation: Simulation;
  let exploration: Exploration;
  let all: Schedule[];
  beforeAll(async () => {
    simulation = await make();
    exploration = explore(simulation);
    all = [...schedulesOf(simulation)];
  });

  it("has as many schedules as running each of them from the start finds, outcome by outcome and cell by cell", () => {
    const brute = bruteForce(simulation, all);
    expect(exploration.stopped).toBeNull();
    expect(exploration.schedules).toBe(brute.schedules);
    expect(BigInt(brute.names.size)).toBe(brute.schedules);
    expect(new Map(exploration.outcomes.map(({ outcome, schedules }) => [canonical(outcome), schedules]))).toEqual(
      brute.outcomes,
    );
    expect(cellsIn(exploration)).toEqual(brute.cells);
  });

  it("has the same counts, crash map and counterexample with and without exchanging identical workers", () => {
    const without = explore(simulation, { symmetry: false });
    expect(found(exploration)).toEqual(found(without));
    expect(exploration.states).toBeLessThanOrEqual(without.states);
  });

  it("has the counterexample that is the simplest of all", () => {
    const { counterexample, verdict } = exploration;
    const worst = verdictOrder.find((name) => all.some(({ outcome }) => outcome.verdict === name));
    expect(verdict).toBe(worst);
    const bad = all.filter(({ outcome }) => worst !== "ok" && outcome.verdict === worst);
    const simplest = simplestOf(bad.map((schedule) => untilVerdict(simulation, schedule, schedule.outcome.verdict)));
    expect(counterexample).toEqual(simplest && namesOf({ steps: simplest }));
  });
});

describe("handler code is run anew for every schedule, and its history never cut", () => {
  const cases: [handler: string, asked: Parameters<typeof shipped>[1]][] = [
    ["given", { faults: { crash: 1 } }],
    ["tempting-insert-first", { faults: { expiry: 1 } }],
  ];
  it.each(process.env.TEST_LONG ? cases : cases.slice(0, 1))("%s within %o", async (handler, asked) => {
    const simulation = await shipped("select-then-act", { handler, ...asked, executor: "native" });
    const plain = reexecuting(simulation);
    const { schedules } = bruteForce(plain, schedulesOf(plain));
    expect(explore(simulation).schedules).toBe(schedules);
  });
});

it("finds that a record which always fails blocks its partition for ever", async () => {
  const { schedules, verdict, counterexample, outcomes } = explore(await poisoned());
  expect([schedules, verdict]).toEqual([null, "stuck"]);
  expect(counterexample).toEqual(["A-poll", "A-restart"]);
  expect(outcomes.map(({ outcome }) => outcome.messages)).toEqual([{ r1: "visible", s1: "visible" }]);
});

it("explores fewer states when identical workers are exchanged", async () => {
  const simulation = await shipped("select-then-act", { processes: 3, faults: { crash: 1, expiry: 1 } });
  const without = explore(simulation, { symmetry: false, crashMap: false });
  expect(explore(simulation, { crashMap: false }).states).toBeLessThan(without.states / 5);
});

/** Up to a million schedules each. */
const largeCases: [handler: string, asked: Parameters<typeof shipped>[1]][] = [
  ["given", { processes: 2, faults: { crash: 2, expiry: 1 } }],
  ["given", { processes: 3, faults: { crash: 1, expiry: 1 } }],
  ["tempting-unique", { processes: 2, faults: { crash: 2, expiry: 1 } }],
  ["tempting-insert-first", { processes: 3, faults: { crash: 2, expiry: 1 } }],
  ["tempting-for-update", { processes: 2, faults: { expiry: 1 } }],
  ["fixed", { processes: 2, faults: { crash: 1, expiry: 2 } }],
  ["fixed", { processes: 2, faults: { crash: 2, expiry: 1 } }],
];

describe.runIf(process.env.TEST_LONG)("with up to a million schedules", { timeout: 3_600_000 }, () => {
  it.each(largeCases)("%s within %o", async (handler, asked) => {
    const simulation = await shipped("select-then-act", { handler, ...asked });
    const exploration = explore(simulation);
    let schedules = 0n;
    const cells = new Map<string, bigint>();
    const outcomes = new Map<string, bigint>();
    for (const schedule of schedulesOf(simulation)) {
      schedules++;
      const { verdict, effects } = schedule.outcome;
      const outcome = canonical(schedule.outcome);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0n) + 1n);
      for (const cell of cellsOf(simulation, schedule)) {
        const key = `${cell} | ${verdict} ${canonical(effects)}`;
        cells.set(key, (cells.get(key) ?? 0n) + 1n);
      }
    }
    expect(exploration.schedules).toBe(schedules);
    expect(new Map(exploration.outcomes.map((counted) => [canonical(counted.outcome), counted.schedules]))).toEqual(outcomes);
    expect(cellsIn(exploration)).toEqual(cells);
    expect(found(explore(simulation, { symmetry: false }))).toEqual(found(exploration));
  });
});
