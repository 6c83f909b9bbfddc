import { describe, expect, it } from "vitest";
import { verdictOrder } from "../run/judge";
import { shipped } from "../testing/simulate";
import { explore, type Exploration } from "./explore";
import { mapCellOf, namesOf, type Schedule, schedulesOf, simplestOf } from "./testing/brute-force";
import { smallCases } from "./testing/cases";

function nameOf({ gap, class: row }: NonNullable<Exploration["scheduleMap"]>[number]): string {
  return [gap ? [...gap.after].sort().join() : "no crash", row].join(" | ");
}

function byCell(schedules: readonly Schedule[], cellOf: (schedule: Schedule) => string): Map<string, Schedule[]> {
  const cells = new Map<string, Schedule[]>();
  for (const schedule of schedules) {
    const cell = cellOf(schedule);
    const known = cells.get(cell);
    if (known) known.push(schedule);
    else cells.set(cell, [schedule]);
  }
  return cells;
}

/** Those in which workers are exchanged, several crash, messages or calls cross; all of them in the long run. */
const cases = process.env.TEST_LONG
  ? smallCases
  : smallCases.filter(([name]) => /^(?:select, charge, insert; a crash|insert, charge; two crashes|two messages|several calls|state of the module)/.test(name));

describe.each(cases)("%s", (_, make) => {
  it("has each schedule in one cell, as running all of them finds, and opens the simplest of each", async () => {
    const simulation = await make();
    const { scheduleMap, schedules, simplest: { inCell } } = explore(simulation);
    const all = [...schedulesOf(simulation)];
    const cells = byCell(all, (schedule) => mapCellOf(simulation, schedule));
    expect((scheduleMap ?? []).map(nameOf).sort()).toEqual([...cells.keys()].sort());
    let sum = 0n;
    for (const cell of scheduleMap ?? []) {
      const found = cells.get(nameOf(cell)) ?? [];
      for (const { verdict, effects, schedules: count } of cell.outcomes) {
        const same = found.filter(({ outcome }) => outcome.verdict === verdict && JSON.stringify(outcome.effects) === JSON.stringify(effects));
        expect(count).toBe(BigInt(same.length));
        sum += count ?? 0n;
      }
      for (const verdict of [null, ...verdictOrder]) {
        const asked = found.filter(({ outcome }) => verdict === null || outcome.verdict === verdict);
        const simplest = simplestOf(asked.map(({ steps }) => steps));
        expect(inCell({ ...cell, verdict })).toEqual(simplest && namesOf({ steps: simplest }));
      }
    }
    expect(sum).toBe(schedules);
  });
});

it("tells the crash window of the snippet: after the charge, whatever follows, there are two", async () => {
  const { scheduleMap, simplest, numbering } = explore(await shipped("select-then-act", { faults: { crash: 1, expiry: 1 } }));
  const window = (scheduleMap ?? []).filter(({ gap }) => gap?.after.join() === "select,charge");
  expect(window.length).toBeGreaterThan(1);
  expect(new Set(window.flatMap(({ outcomes }) => outcomes.map(({ verdict }) => verdict)))).toEqual(new Set(["double"]));
  const choices = simplest.inCell({ gap: { role: "worker", after: ["charge", "select"] }, class: "charge", verdict: null }) ?? [];
  expect(choices.slice(0, 5)).toEqual(["A-m1", "A-select", "A-charge", "A-crash", "m1-lease"]);
  expect(numbering.outcomeAt(numbering.numberOf(choices) ?? 0n)?.verdict).toBe("double");
});

it("has no schedule for a cell that does not occur, and no map of an exploration that stopped early", async () => {
  const simulation = await shipped("select-then-act", { faults: { crash: 1 } });
  expect(explore(simulation).simplest.inCell({ gap: { role: "worker", after: ["mail"] }, class: "none", verdict: null })).toBeNull();
  expect(explore(simulation, { limits: { states: 1 } }).scheduleMap).toBeNull();
});
