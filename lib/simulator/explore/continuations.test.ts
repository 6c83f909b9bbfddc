import { describe, expect, it } from "vitest";
import { verdictOrder } from "../run/judge";
import { shipped } from "../testing/simulate";
import { explore } from "./explore";
import { namesOf, type Schedule, schedulesOf, simplestOf } from "./testing/brute-force";
import { smallCases } from "./testing/cases";

/** All schedules that begin with each prefix of some of them. */
function byPrefix(schedules: readonly Schedule[], every: number): Map<string, Schedule[]> {
  const prefixes = new Set<string>();
  for (let index = 0; index < schedules.length; index += every) {
    const names = namesOf(schedules[index] as Schedule);
    for (let length = 0; length <= names.length; length++) prefixes.add(names.slice(0, length).join("."));
  }
  const found = new Map([...prefixes].map((prefix) => [prefix, [] as Schedule[]]));
  for (const schedule of schedules) {
    const names = namesOf(schedule);
    for (let length = 0; length <= names.length; length++) found.get(names.slice(0, length).join("."))?.push(schedule);
  }
  return found;
}

const namesIn = (prefix: string) => prefix.split(".").filter((name) => name !== "");

describe.each(smallCases)("%s", (_, make) => {
  it("knows of every prefix how it can end best and worst, and the simplest way there", async () => {
    const simulation = await make();
    const { continuations } = explore(simulation, { crashMap: false });
    const all = [...schedulesOf(simulation)];
    for (const [prefix, schedules] of byPrefix(all, Math.ceil(all.length / 6))) {
      const made = namesIn(prefix);
      const order = verdictOrder.filter((verdict) => schedules.some(({ outcome }) => outcome.verdict === verdict));
      const endings = continuations.after(made);
      expect([endings?.worst.verdict, endings?.calmest.verdict]).toEqual([order.at(0), order.at(-1)]);
      for (const ending of [endings?.worst, endings?.calmest]) {
        const same = schedules.filter(({ outcome }) => outcome.verdict === ending?.verdict).map(({ steps }) => steps);
        const simplest = simplestOf(same) ?? [];
        expect([...made, ...(ending?.choices ?? [])]).toEqual(namesOf({ steps: simplest }));
      }
    }
  });

  it("knows where every schedule is decided", async () => {
    const simulation = await make();
    const { continuations } = explore(simulation, { crashMap: false });
    const all = [...schedulesOf(simulation)];
    const every = Math.ceil(all.length / 6);
    const prefixes = byPrefix(all, every);
    for (let index = 0; index < all.length; index += every) {
      const names = namesOf(all[index] as Schedule);
      const verdictsAfter = names.map((__, length) =>
        (prefixes.get(names.slice(0, length).join(".")) ?? []).map(({ outcome }) => outcome.verdict),
      );
      verdictsAfter.push((prefixes.get(names.join(".")) ?? []).map(({ outcome }) => outcome.verdict));
      const inevitable = verdictsAfter.findIndex((verdicts) => !verdicts.includes("ok"));
      const possible = verdictsAfter.findLastIndex((verdicts) => verdicts.some((verdict) => verdict !== "ok"));
      expect(continuations.pointOfNoReturn(names)).toEqual({
        inevitable: inevitable < 0 ? null : inevitable,
        possible: possible < 0 ? null : possible,
      });
    }
  });
});

it("finds that after a crash between charge and INSERT nothing is ok any more", async () => {
  const { continuations } = explore(await shipped("select-then-act", { faults: { crash: 1 } }));
  const crashed = ["A-m1", "A-select", "A-charge", "A-crash"];
  expect(continuations.pointOfNoReturn([...crashed, "m1-lease"])).toEqual({ inevitable: 4, possible: 5 });
  expect(continuations.after(crashed)).toMatchObject({
    calmest: { verdict: "double" },
    worst: { verdict: "double", choices: ["m1-lease", "A-m1", "A-select", "A-charge", "A-insert", "A-ack"] },
  });
});

it("has no answer for choices that are not possible", async () => {
  const { continuations } = explore(await shipped("select-then-act", { faults: {} }));
  expect(continuations.after(["A-ack"])).toBeNull();
  expect(continuations.pointOfNoReturn(["A-ack"])).toBeNull();
});
