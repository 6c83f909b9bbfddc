import { describe, expect, it } from "vitest";
import { verdictOrder } from "../run/judge";
import type { Simulation } from "../run/simulation";
import type { VerdictName } from "../scenario/scenario";
import { shipped } from "../testing/simulate";
import { crashScaleOf, type CrashScale, verdictOf } from "./crash-scale";
import { explore } from "./explore";
import { cellsOf, namesOf, schedulesOf, simplestOf } from "./testing/brute-force";
import { smallCases } from "./testing/cases";

function gapsOf(scale: CrashScale | null): string[] | undefined {
  return scale?.points.map(({ gap: { after }, violates }) => `${violates} ${after.join()}`.trim());
}

/** The simplest schedule with a crash in a gap of the first life of one of these processes, by verdict. */
function simplestByGap(simulation: Simulation, processes: readonly string[]): (after: readonly string[], verdict: VerdictName) => string[] | null {
  const all = [...schedulesOf(simulation)].map((schedule) => ({ ...schedule, cells: cellsOf(simulation, schedule) }));
  return (after, verdict) => {
    const name = [...after].sort().join();
    const isHere = (cell: string) => processes.some((process) => cell.startsWith(`${process} | 1 | ${name} |`));
    const simplest = simplestOf(all.flatMap(({ steps, outcome, cells }) => (outcome.verdict === verdict && cells.some(isHere) ? [steps] : [])));
    return simplest && namesOf({ steps: simplest });
  };
}

/** What is true of every scale, whatever the handler: read off an enumeration of all schedules. */
const few = smallCases.filter((_, index) => process.env["TEST_LONG"] || index % 2 === 0);

describe.each(few)("%s", (_, make) => {
  it("shows in every gap what an enumeration finds there", async () => {
    const simulation = await make();
    const scale = crashScaleOf(explore(simulation));
    if (simulation.bounds.faults.crash === 0) {
      expect(scale).toBeNull();
      return;
    }
    const all = [...schedulesOf(simulation)].map((schedule) => ({
      names: namesOf(schedule),
      verdict: schedule.outcome.verdict,
      cells: cellsOf(simulation, schedule).map((cell) => cell.split(" | ").slice(0, 3).join(" | ")),
    }));
    expect(scale?.points.length).toBe(scale?.undisturbed.frames.length);
    for (const [index, point] of scale?.points.entries() ?? []) {
      const cell = `${scale?.process} | 1 | ${[...point.gap.after].sort().join()}`;
      const here = all.flatMap(({ cells, verdict }) => cells.filter((other) => other === cell).map(() => verdict));
      const violating = here.filter((verdict) => verdict !== "ok").length;
      expect(point.schedules).toEqual({ all: String(here.length), violating: String(violating) });
      expect(point.violates).toBe(violating === 0 ? "none" : violating < here.length ? "some" : "all");
      expect(point.worstVerdict).toBe(verdictOrder.find((verdict) => here.includes(verdict)));

      const made = [...(scale?.undisturbed.frames.slice(0, index + 1).map(({ choice }) => choice) ?? []), `${scale?.process}-crash`];
      const from = all.filter(({ names }) => made.every((name, at) => names[at] === name));
      const order = verdictOrder.filter((verdict) => from.some((schedule) => schedule.verdict === verdict));
      expect([point.worst?.verdict, point.calmest?.verdict]).toEqual([order.at(0), order.at(-1)]);
      expect(point.otherOrder?.verdict ?? point.worst?.verdict).toBe(point.worstVerdict);
      if (point.otherOrder) {
        const shown = point.otherOrder.frames.frames.map(({ choice }) => choice).join();
        const peers = all.filter(({ cells, verdict }) => verdict === point.worstVerdict && cells.some((other) => / \| 1 \| (.*)$/.exec(other)?.[1] === [...point.gap.after].sort().join()));
        expect(peers.map(({ names }) => names.join())).toContain(shown);
        expect(Math.min(...peers.map(({ names }) => names.length))).toBeLessThanOrEqual(point.otherOrder.frames.frames.length);
      }
      for (const run of [point.worst, point.calmest]) {
        expect(run?.frames).toMatchObject({ stopped: null, ended: true, verdict: run?.verdict });
        const names = run?.frames.frames.map(({ choice }) => choice) ?? [];
        expect(names.slice(0, made.length)).toEqual(made);
        const canBeOk = (length: number) =>
          all.some((schedule) => schedule.verdict === "ok" && names.slice(0, length).every((name, at) => schedule.names[at] === name));
        const decided = [...names, ""].findIndex((__, length) => !canBeOk(length));
        expect(run?.pointOfNoReturn).toBe(decided < 0 ? null : decided);
      }
    }
  });
});

describe("the simplest run of a gap is the one that an enumeration finds", () => {
  it("for one worker, whatever the other does", async () => {
    const simulation = await shipped("select-then-act", { handler: "tempting-insert-first", faults: { crash: 1, expiry: 1 } });
    const { simplest } = explore(simulation, { symmetry: false });
    const expected = simplestByGap(simulation, ["A"]);
    for (const after of [[], ["insert"], ["insert", "charge"]])
      for (const verdict of verdictOrder) expect(simplest.inGap({ process: 0, after, verdict })).toEqual(expected(after, verdict));
  });

  it("for workers that stand for each other", async () => {
    const simulation = await shipped("select-then-act", { faults: { crash: 1, expiry: 1 } });
    const { simplest } = explore(simulation);
    const expected = simplestByGap(simulation, ["A", "B"]);
    for (const after of [["select"], ["select", "charge"], ["select", "charge", "insert"]])
      for (const verdict of verdictOrder) expect(simplest.inGap({ process: 0, after, verdict })).toEqual(expected(after, verdict));
  });
});

it("finds the crash window between the charge and its record", async () => {
  const scale = crashScaleOf(explore(await shipped("select-then-act", { faults: { crash: 1 } })));
  expect(gapsOf(scale)).toEqual(["none", "none select", "all select,charge", "none select,charge,insert", "none select,charge,insert,ack"]);
  expect(scale?.points[2]?.worst).toMatchObject({ verdict: "double", pointOfNoReturn: 4 });
});

it("has gaps in which the order of the others decides", async () => {
  const scale = crashScaleOf(explore(await shipped("select-then-act", { faults: { crash: 1, expiry: 1 } })));
  expect(gapsOf(scale)?.slice(2, 4)).toEqual(["all select,charge", "some select,charge,insert"]);
  // A crash after the INSERT does harm only where the other worker had read the table before it.
  const [, , , pale] = scale?.points ?? [];
  expect(pale?.worst?.verdict).toBe("ok");
  const choices = pale?.otherOrder?.frames.frames.map(({ choice }) => choice) ?? [];
  expect(choices.indexOf("B-select")).toBeLessThan(choices.indexOf("A-insert"));
  expect(pale?.otherOrder?.verdict).toBe("double");
});

it("has no scale where nothing can crash", async () => {
  expect(crashScaleOf(explore(await shipped("select-then-act", { faults: { expiry: 1 } })))).toBeNull();
});

it("knows no verdict beyond those of its own gap and its own life", () => {
  const cell = (process: string, incarnation: number, verdict: "ok" | "double") =>
    ({ process, incarnation, gap: { after: ["charge"] }, class: "none", outcomes: [{ effects: {}, verdict, schedules: 2n }] }) as const;
  const cells = [cell("A", 1, "ok"), cell("A", 2, "double"), cell("B", 1, "double")];
  expect(verdictOf(cells, "A", ["charge"])).toEqual({ violates: "none", worstVerdict: "ok", schedules: { all: "2", violating: "0" } });
});
