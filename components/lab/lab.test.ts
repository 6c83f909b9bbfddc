import { expect, test } from "vitest";
import { addressOf, boundsOfAddress } from "@/components/lab/bounds-in-address";
import { profilesOf, strikingFaults } from "@/lib/simulator/scenario/parts";
import { headlineOf } from "@/components/lab/headline";
import type { LabWords } from "@/components/lab/lab-words";
import { openHandlers } from "@/components/lab/open-handlers";
import { entriesOf, matching } from "@/components/lab/scenario-search";
import { outcomeRows, schedulesWith } from "@/components/lab/verdict-of";
import { inGroups } from "@/components/ui/in-groups";
import type { LabScenario } from "@/lib/content/compiled";
import type { CourseStanding, QuestionState } from "@/lib/progress/contract";
import type { ExplorationResult } from "@/lib/simulator/explore/result";
import { defaultProfiles, noFaults } from "@/lib/simulator/scenario/bounds";
import type { EffectDeclaration, Scenario } from "@/lib/simulator/scenario/scenario";

const charges: EffectDeclaration = {
  name: "charges",
  of: "stripe.charges",
  per: "order",
  column: "order",
  wanted: 1,
  noun: { ru: ["списание", "списания", "списаний"], en: ["charge", "charges"] },
};

function handler(name: string) {
  return { name, file: `handlers/${name}.ts`, role: "worker", title: { ru: `${name} по-русски`, en: name }, tables: {}, rows: {} };
}

const scenario: Scenario = {
  slug: "sample",
  version: "1",
  title: { ru: "Пример", en: "Sample" },
  kind: "other",
  parts: ["queue", "database", "stripe"],
  processes: [{ role: "worker", starts: "message", count: 2 }],
  messages: [],
  partitions: {},
  bounds: { processes: { worker: 2 }, faults: { ...noFaults, crash: 2, expiry: 1 }, maxReceive: 10, profiles: defaultProfiles },
  effects: [charges],
  observations: [],
  invariants: [],
  acceptable: [],
  handlers: ["given", "variant-amount", "tempting-cache", "fixed", "fixed-word"].map(handler),
  captions: [],
  claims: [],
  whatIf: [],
  alsoProved: [],
  notes: null,
  traffic: null,
  schema: null,
  receivers: [],
  statements: {},
};

const lab: LabScenario = { scenario, handlers: {}, twins: {}, starts: {}, questions: ["lesson/one", "lesson/two"], traffic: null };

function standing(one: QuestionState, two: QuestionState): CourseStanding {
  const questions = { "lesson/one": one, "lesson/two": two };
  const lesson = { lesson: "lesson", questions, firstTries: {}, settled: 0, total: 2, startedAt: null, completedAt: null, next: null };
  return { lessons: [lesson], current: null };
}

const names = (open: ReturnType<typeof openHandlers>) => open.handlers.map(({ name }) => name);

test("repairs stay closed while one of their questions is not settled", () => {
  for (const state of [null, standing("open", "open"), standing("right-first", "second-try")]) {
    expect(names(openHandlers(lab, state))).toEqual(["given", "variant-amount"]);
  }
  expect(openHandlers(lab, standing("right-first", "open"))).toMatchObject({ closed: 3, questions: ["lesson/two"] });
  expect(names(openHandlers(lab, standing("gave-up", "wrong")))).toHaveLength(5);
  expect(openHandlers({ ...lab, questions: [] }, null).closed).toBe(0);
});

test("an address names the bounds that differ, and gives them back", () => {
  const bounds = {
    ...scenario.bounds,
    processes: { worker: 3 },
    faults: { ...scenario.bounds.faults, crash: 0, replyLost: 1 },
    profiles: { ...defaultProfiles, requeue: "immediate" as const },
  };
  const address = addressOf(scenario, "fixed", bounds);
  expect(address).toBe("?handler=fixed&workers=3&crash=0&replyLost=1&requeue=immediate");
  expect(boundsOfAddress(scenario, Object.fromEntries(new URLSearchParams(address)))).toEqual(bounds);
  expect(addressOf(scenario, "given", scenario.bounds)).toBe("?handler=given");
});

test("an address that asks for more than the switches allow, or for nonsense, is brought back within them", () => {
  const bounds = boundsOfAddress(scenario, { workers: "9", crash: "7", expiry: "-1", requeue: "never", order: ["fifo", "any"] });
  expect(bounds).toEqual({ ...scenario.bounds, processes: { worker: 3 }, faults: { ...scenario.bounds.faults, crash: 3 } });
});

test("only what can happen to the parts of a scenario has a switch", () => {
  expect(strikingFaults({ parts: ["queue", "database"], processes: [{}] })).toEqual([
    "crash",
    "expiry",
    "ackLost",
    "commitLost",
    "redrive",
    "exception",
    "sigterm",
  ]);
  expect(profilesOf(["stripe"])).toEqual(["compare-params", "in-progress-409"]);
});

test("the search reads titles in both languages, open handlers and parts, and no closed handler", () => {
  const entries = entriesOf([lab], null);
  const found = (text: string) => matching(entries, { kind: null, text }).length;
  expect([found("sample"), found("ПРИМЕР stripe"), found("given"), found("")]).toEqual([1, 1, 1, 1]);
  expect([found("tempting"), found("sample mailer")]).toEqual([0, 0]);
  expect(matching(entries, { kind: "race", text: "" })).toEqual([]);
});

function result(outcomes: [count: number, verdict: "double" | "ok", messages: string, schedules: string | null][]): ExplorationResult {
  return {
    outcomes: outcomes.map(([count, verdict, state, schedules]) => ({
      effects: { charges: { "order-9": count } },
      messages: { m1: state },
      observed: {},
      verdict,
      schedules,
    })),
  } as unknown as ExplorationResult;
}

test("outcomes that count and are judged alike are one row, with the sum of their schedules", () => {
  const rows = outcomeRows(result([[2, "double", "acked", "10"], [2, "double", "dlq", "5"], [1, "ok", "acked", "7"]]), [charges], "ru");
  expect(rows).toEqual([
    { verdict: "double", counts: "2 списания", most: 2, schedules: 15n },
    { verdict: "ok", counts: "1 списание", most: 1, schedules: 7n },
  ]);
  expect(schedulesWith(rows, "double")).toBe(15n);
  expect(schedulesWith(outcomeRows(result([[2, "double", "acked", null]]), [charges], "en"), "double")).toBeNull();
});

const words = { verdict: { double: "more than wanted", ok: "no violation" }, all: "in all {total} schedules", some: "in {count} of {total} schedules", partialGood: "Not a proof", partialBad: "a violation was found" } as LabWords;

test("the headline says what happens at worst and how often, and never claims more than was looked at", () => {
  const headline = (outcomes: Parameters<typeof result>[0], schedules: string | null, complete = true) => {
    const found = result(outcomes);
    return headlineOf({ schedules, bounds: scenario.bounds }, complete, outcomeRows(found, [charges], "en"), words, "en");
  };
  expect(headline([[2, "double", "acked", "10"], [3, "double", "acked", "2"], [1, "ok", "acked", "8"]], "20")).toEqual({
    name: "2–3 charges",
    rest: "in 12 of 20 schedules",
    within: "(2 workers, at most 2 crashes, 1 expiry)",
    tone: "violated",
  });
  expect(headline([[1, "ok", "acked", "1000"], [1, "ok", "dlq", "1"]], "1001")).toEqual({
    name: "1 charge",
    rest: "in all 1,001 schedules",
    within: "(2 workers, at most 2 crashes, 1 expiry)",
    tone: "proved",
  });
  expect(headline([[1, "ok", "acked", null]], null, false)).toMatchObject({ name: "Not a proof", tone: "open" });
  expect(headline([[2, "double", "acked", null]], null, false)).toMatchObject({ name: "2 charges:", tone: "violated" });
});

test("large numbers are written in groups", () => {
  expect(inGroups(105934569036960n, "en")).toBe("105,934,569,036,960");
  expect(inGroups(1386, "ru")).toBe("1\u202f386");
});

test("the limit of receives stands in the address, too", () => {
  const bounds = { ...scenario.bounds, maxReceive: 3 };
  const address = addressOf(scenario, "given", bounds);
  expect(address).toBe("?handler=given&maxReceive=3");
  expect(boundsOfAddress(scenario, Object.fromEntries(new URLSearchParams(address)))).toEqual(bounds);
});
