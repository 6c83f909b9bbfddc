import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readScenarioFolder } from "@/lib/content/engine";
import { countsIn, enumerate, enumeratePlainly, shipped, simulate, type Asked } from "../testing/simulate";
import { explore } from "../explore/explore";
import type { Claim } from "../scenario/scenario";

/** The twelve cases have a test of their own. */
const slugs = readdirSync("content/scenarios").filter(
  (slug) => !/^o\d\d-/.test(slug) && existsSync(`content/scenarios/${slug}/scenario.yaml`),
);

/** The command that checks content proves all claims with the fast executor; here some with that of the browser. */
describe.each(slugs)("claims of %s hold under the browser's executor", (slug) => {
  const { loaded, handlers } = readScenarioFolder(`content/scenarios/${slug}/scenario.yaml`);
  if ("problems" in loaded) throw new Error(JSON.stringify(loaded.problems));
  const { scenario } = loaded;
  const faultsIn = ({ bounds }: Claim) => Object.values(bounds.faults).reduce((sum, count) => sum + count, 0);

  it.each(
    scenario.claims
      .filter((claim) => claim.schedule === null && faultsIn(claim) <= 1)
      .slice(0, process.env.TEST_LONG ? undefined : 2)
      .map((claim) => ({ claim, name: `${claim.handler} ${JSON.stringify(claim.bounds.faults).replace(/"\w+":0,?/g, "")}` })),
  )("$name", async ({ claim }) => {
    const { bounds } = claim;
    const [role] = Object.keys(bounds.processes);
    const simulation = await simulate(scenario, handlers, {
      handler: claim.handler,
      processes: bounds.processes[role ?? ""] ?? 1,
      faults: bounds.faults,
      maxReceive: bounds.maxReceive,
      profiles: bounds.profiles,
    });
    const found = explore(simulation, { crashMap: false });
    const counts = countsIn({ outcomes: found.outcomes.map(({ outcome }) => outcome) }, claim.effect);
    if (claim.min !== null) expect(counts.at(0)).toBe(claim.min);
    if (claim.max !== null) expect(counts.at(-1)).toBe(claim.max);
    if (claim.set !== null) expect(counts).toEqual(claim.set);
    if (claim.verdict !== null) expect(found.verdict).toBe(claim.verdict);
  });
});

describe("equal states have equal futures: counting them once changes nothing", () => {
  const bounds: Asked = { processes: 2, maxReceive: null, profiles: { requeue: "immediate" } };
  it.each([
    ["given", { expiry: 1 }],
    ["given", { crash: 1 }],
    ["tempting-insert-first", { crash: 1 }],
    ["tempting-for-update", { expiry: 1 }],
    ["fixed", { crash: 2 }],
  ])("%s within %o", async (handler, faults) => {
    const simulation = await shipped("select-then-act", { ...bounds, handler, faults });
    const merged = enumerate(simulation);
    const plain = enumeratePlainly(simulation);
    expect(plain.schedules).toBe(merged.schedules);
    expect(new Set(plain.outcomes.map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set(merged.outcomes.map((outcome) => JSON.stringify(outcome))),
    );
  });
});

describe("a provider that takes time: as many schedules with states counted once, with workers exchanged, and plainly", () => {
  it.each([[{ expiry: 1 }], [{ crash: 1 }], [{ expiry: 1, replyLost: 1 }]])("%o", async (faults) => {
    const profiles = { "in-progress-409": "on" } as const;
    const simulation = await shipped("stripe-idempotency-key", { executor: "native", faults, profiles, maxReceive: 3 });
    const plain = enumeratePlainly(simulation);
    expect(enumerate(simulation).schedules).toBe(plain.schedules);
    expect(explore(simulation, { crashMap: false }).schedules).toBe(plain.schedules);
    expect(countsIn(plain, "charges")).toEqual([1]);
  });
});

it("both executors lead to the same outcomes", async () => {
  const asked: Asked = { handler: "given", processes: 2, faults: { crash: 1, expiry: 1 } };
  const [quickjs, native] = await Promise.all(
    (["quickjs", "native"] as const).map((executor) => shipped("select-then-act", { ...asked, executor })),
  );
  if (!quickjs || !native) throw new Error("two executors expected");
  expect(enumerate(quickjs)).toEqual(enumerate(native));
});
