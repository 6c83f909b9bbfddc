import { describe, expect, it } from "vitest";
import { readScenarioFolder } from "@/lib/content/engine";
import { countsIn, enumerate, enumeratePlainly, shipped, simulate, type Asked } from "../testing/simulate";
import { verdictOrder } from "./judge";

const slugs = ["select-then-act"];

describe.each(slugs)("claims of %s", (slug) => {
  const { loaded, handlers } = readScenarioFolder(`content/scenarios/${slug}/scenario.yaml`);
  if ("problems" in loaded) throw new Error(JSON.stringify(loaded.problems));
  const { scenario } = loaded;

  it.each(
    scenario.claims.map((claim) => ({
      claim,
      name: `${claim.handler} ${JSON.stringify(claim.bounds.faults).replace(/"\w+":0,?/g, "")}`,
    })),
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
    const enumeration = enumerate(simulation);
    const counts = countsIn(enumeration, claim.effect);
    if (claim.min !== null) expect(counts.at(0)).toBe(claim.min);
    if (claim.max !== null) expect(counts.at(-1)).toBe(claim.max);
    if (claim.set !== null) expect(counts).toEqual(claim.set);
    const verdicts = enumeration.outcomes.map(({ verdict }) => verdict);
    if (claim.verdict !== null) expect(verdictOrder.find((verdict) => verdicts.includes(verdict))).toBe(claim.verdict);
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

it("both executors lead to the same outcomes", async () => {
  const asked: Asked = { handler: "given", processes: 2, faults: { crash: 1, expiry: 1 } };
  const [quickjs, native] = await Promise.all(
    (["quickjs", "native"] as const).map((executor) => shipped("select-then-act", { ...asked, executor })),
  );
  if (!quickjs || !native) throw new Error("two executors expected");
  expect(enumerate(quickjs)).toEqual(enumerate(native));
});
