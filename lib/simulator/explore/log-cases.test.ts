import { describe, expect, it } from "vitest";
import type { Outcome } from "../run/judge";
import { shipped, type Asked } from "../testing/simulate";
import { explore } from "./explore";

/** Joint outcomes of the scenarios about a log, which claims about one effect cannot say; under both executors. */

async function jointOutcomes(slug: string, asked: Asked, tell: (outcome: Outcome) => readonly unknown[]): Promise<string[]> {
  const { stopped, outcomes } = explore(await shipped(slug, asked));
  expect(stopped).toBeNull();
  return [...new Set(outcomes.map(({ outcome }) => tell(outcome).join(" ")))].sort();
}

const perOrder = (effect: string) => (outcome: Outcome) => Object.values(outcome.effects[effect] ?? {});

const offsetOnHandOut: [handler: string, asked: Asked, outcomes: string[]][] = [
  ["given", { faults: { crash: 1 } }, ["0 1", "1 0", "1 1", "1 2", "2 1", "2 2"]],
  ["given", { faults: {} }, ["1 1"]],
  ["given", { faults: { crash: 1 }, profiles: { "auto-commit": "in-poll" } }, ["1 1", "1 2", "2 1", "2 2"]],
  ["tempting-commit-after", { faults: { crash: 1 } }, ["1 1", "1 2", "2 1"]],
  ["fixed", { faults: { crash: 1 } }, ["1 1"]],
];

describe.each(process.env.TEST_LONG ? (["quickjs", "native"] as const) : (["quickjs"] as const))("under %s", (executor) => {
  it.each(offsetOnHandOut)("offset stored on hand-out: %s within %o gives %s", async (handler, asked, outcomes) => {
    const found = await jointOutcomes("o04-offset-on-hand-out", { ...asked, handler, executor }, perOrder("mails"));
    expect(found).toEqual(outcomes);
  });

  it.each([
    ["given", ["3 0", "3 1", "3 2", "3 3"]],
    ["tempting-no-dedup", ["3 0", "4 0", "5 0", "6 0"]],
    ["variant-whole-batch", ["3 0", "3 3"]],
    ["variant-no-dedup-batch", ["3 0", "6 0"]],
  ])("effects and dedup hits at a rebalance: %s gives %s", async (handler, outcomes) => {
    const found = await jointOutcomes("o12-dedup-rate-spike", { handler, executor, faults: { rebalance: 1 } }, (outcome) => [
      perOrder("entries")(outcome).reduce((sum, count) => sum + count, 0),
      outcome.observed["hits"],
    ]);
    expect(found).toEqual(outcomes);
  });
});

it("a moved partition repeats the whole uncommitted batch, or nothing of it", async () => {
  const found = await jointOutcomes("partition-moves", { faults: { rebalance: 1 } }, perOrder("mails"));
  expect(found).toEqual(["1 1", "2 2"]);
});

it("a commit after every record leaves one record to repeat: the refused commit ends the loop of the old owner", async () => {
  const found = await jointOutcomes("partition-moves", { handler: "tempting-commit-each", faults: { rebalance: 1 } }, perOrder("mails"));
  expect(found).toEqual(["1 1", "1 2", "2 1"]);
});
