import { describe, expect, it } from "vitest";
import { readScenarioFolder } from "@/lib/content/engine";
import type { Fault } from "../scenario/scenario";
import { simulate } from "../testing/simulate";
import { explore } from "./explore";

/**
 * What all schedules of the cases lead to, exactly: claims speak of one effect at a time, here outcomes are joint ones.
 * Each column is a count of an effect, an observed value, the final state of a message, or how many were published.
 */
interface Case {
  slug: string;
  handler: string;
  faults: Partial<Record<Fault, number>>;
  columns: readonly string[];
  outcomes: readonly (readonly (number | string)[])[];
  processes?: number;
}

/** Counts of the one effect of a scenario. */
function counts(slug: string, handler: string, faults: Case["faults"], effect: string, found: number[], processes?: number): Case {
  return { slug, handler, faults, columns: [effect], outcomes: found.map((count) => [count]), ...(processes ? { processes } : {}) };
}

const o01 = "o01-check-charge-record";
const o02 = "o02-mail-and-ack";
const o03 = "o03-visibility-timeout";
const o05 = "o05-key-per-attempt";
const o06 = "o06-job-id-or-effect-id";
const window = "o07-broker-window";
const updates = "o07-same-id-updates";
const o08 = "o08-cached-error";
const o09 = "o09-inbox-and-mail";
const local = "o09-local-effect";
const o10 = "o10-outbox-two-relays";
const o11 = "o11-updated-before-created";
const both = { crash: 1, expiry: 1 };

const cases: Case[] = [
  counts(o01, "given", { expiry: 1 }, "charges", [1, 2]),
  counts(o01, "given", { crash: 1 }, "charges", [1, 2]),
  counts(o01, "given", both, "charges", [1, 2, 3]),
  counts(o01, "tempting-insert-first", { expiry: 1 }, "charges", [1]),
  counts(o01, "tempting-insert-first", { crash: 1 }, "charges", [0, 1]),
  counts(o01, "fixed", { expiry: 1 }, "charges", [1]),
  counts(o01, "fixed", { crash: 1 }, "charges", [1]),
  counts(o01, "fixed", both, "charges", [1]),

  counts(o02, "given", { crash: 1 }, "mails", [1, 2]),
  counts(o02, "tempting-ack-first", { crash: 1 }, "mails", [0, 1]),
  counts(o02, "fixed", { crash: 1 }, "mails", [1]),
  {
    slug: o02,
    handler: "fixed-intent-log",
    faults: { crash: 1 },
    columns: ["mails", "alerts", "m1"],
    outcomes: [[0, 1, "acked"], [1, 0, "acked"], [1, 1, "acked"]],
  },

  ...[1, 2, 3].flatMap((expiry) => [
    counts(o03, "given", { expiry }, "reports", [1, 2, 3, 4].slice(0, expiry + 1), expiry + 1),
    counts(o03, "fixed", { expiry }, "reports", [1], expiry + 1),
  ]),

  counts(o05, "given", { replyLost: 1 }, "payments", [1, 2]),
  counts(o05, "given", { replyLost: 1, crash: 1 }, "payments", [1, 2, 3]),
  counts(o05, "tempting-key-per-delivery", { replyLost: 1 }, "payments", [1]),
  counts(o05, "tempting-key-per-delivery", { replyLost: 1, crash: 1 }, "payments", [1, 2]),
  counts(o05, "fixed", { replyLost: 1 }, "payments", [1]),
  counts(o05, "fixed", { replyLost: 1, crash: 1 }, "payments", [1]),
  counts(o05, "tempting-saved-uuid", both, "payments", [1, 2]),
  counts(o05, "fixed-saved-once", both, "payments", [1]),
  counts(o05, "tempting-uuid", both, "payments", [1, 2, 3]),

  counts(o06, "given", {}, "mails", [2]),
  counts(o06, "given", { crash: 1 }, "mails", [2]),
  counts(o06, "tempting-colon", {}, "mails", [2]),
  counts(o06, "tempting-colon", { crash: 1 }, "mails", [2, 3]),
  counts(o06, "fixed", {}, "mails", [1]),
  counts(o06, "fixed", { crash: 1 }, "mails", [1]),

  counts(window, "given", { replyLost: 1, retention: 1 }, "shipments", [1, 2]),
  counts(window, "fixed", { replyLost: 1, retention: 1 }, "shipments", [1]),
  counts(updates, "given", { retention: 1 }, "updates", [1, 2]),
  counts(updates, "given", { replyLost: 1, retention: 1 }, "updates", [1, 2]),
  counts(updates, "fixed", { retention: 1 }, "updates", [2]),
  // See docs/decisions/009: a retry after the window is one more message, whatever its id is made of.
  counts(updates, "fixed", { replyLost: 1, retention: 1 }, "updates", [2, 3]),

  ...(
    [
      ["given", { requestLost: 1 }, [[0, "dlq"], [1, "acked"]]],
      ["given", { replyLost: 1 }, [[1, "acked"], [1, "dlq"]]],
      ["tempting-successes-only", { requestLost: 1 }, [[1, "acked"]]],
      ["tempting-successes-only", { replyLost: 1 }, [[1, "acked"], [2, "acked"]]],
      ["fixed", { requestLost: 1 }, [[1, "acked"]]],
      ["fixed", { replyLost: 1 }, [[1, "acked"]]],
    ] as const
  ).map(([handler, faults, outcomes]): Case => ({ slug: o08, handler, faults, columns: ["transfers", "m1"], outcomes })),

  ...(
    [
      ["given", { expiry: 1 }, [[1, 1]]],
      ["given", { crash: 1 }, [[1, 1], [1, 2]]],
      ["given", both, [[1, 1], [1, 2]]],
      ["fixed", both, [[1, 1]]],
    ] as const
  ).map(([handler, faults, outcomes]): Case => ({ slug: o09, handler, faults, columns: ["entries", "mails"], outcomes })),
  counts(local, "tempting-record-first", { crash: 1 }, "entries", [0, 1]),
  counts(local, "given", { crash: 1 }, "entries", [1, 2]),
  counts(local, "given", both, "entries", [1, 2, 3]),
  counts(local, "fixed", { crash: 1 }, "entries", [1]),
  counts(local, "fixed", both, "entries", [1]),
  counts(local, "tempting-ignored-count", { crash: 1 }, "entries", [1, 2]),
  counts(local, "tempting-ignored-count", both, "entries", [1, 2, 3]),

  ...(
    [
      ["given", {}, [[1, 1], [2, 2]]],
      ["given", { crash: 1 }, [[1, 1], [2, 2], [3, 3]]],
      ["fixed", {}, [[1, 1]]],
      ["fixed", { crash: 1 }, [[1, 1], [2, 1]]],
      // A row can stay pending after a crash, published or not.
      ["tempting-skip-locked", { crash: 1 }, [[0, 0], [1, 1], [2, 1]]],
    ] as const
  ).map(([handler, faults, outcomes]): Case => ({ slug: o10, handler, faults, columns: ["published", "invoices"], outcomes })),

  ...(
    [
      ["given", [["active"], ["incomplete"]]],
      ["tempting-seen-events", [["active"], ["incomplete"]]],
      ["fixed", [["active"]]],
    ] as const
  ).map(([handler, outcomes]): Case => ({ slug: o11, handler, faults: { expiry: 1 }, columns: ["status"], outcomes })),
];

function read(slug: string) {
  const { loaded, handlers } = readScenarioFolder(`content/scenarios/${slug}/scenario.yaml`);
  if ("problems" in loaded) throw new Error(JSON.stringify(loaded.problems));
  return { scenario: loaded.scenario, handlers };
}

const shipped = new Map([...new Set(cases.map(({ slug }) => slug))].map((slug) => [slug, read(slug)]));

async function outcomesOf(asked: Case, executor: "native" | "quickjs"): Promise<string[]> {
  const { slug, handler, faults, columns, processes } = asked;
  const { scenario, handlers } = shipped.get(slug) ?? read(slug);
  const simulation = await simulate(scenario, handlers, {
    handler,
    faults,
    executor,
    ...(processes === undefined ? {} : { processes }),
  });
  const found = explore(simulation, { crashMap: false });
  expect(found.stopped).toBeNull();
  return inOrder(
    found.outcomes.map(({ outcome: { effects, messages, observed } }) =>
      columns.map((column) => {
        if (column === "published") return Object.keys(messages).length;
        return Object.values(effects[column] ?? {})[0] ?? messages[column] ?? observed[column] ?? null;
      }),
    ),
  );
}

function inOrder(outcomes: readonly (readonly unknown[])[]): string[] {
  return [...new Set(outcomes.map((outcome) => JSON.stringify(outcome)))].sort();
}

describe.each(["native", "quickjs"] as const)("all schedules of the cases, executor %s", (executor) => {
  // Handlers run alike under both, which the executors' own tests show: without TEST_LONG one of each scenario is enough.
  const isFirst = ({ slug }: Case, index: number) => cases.findIndex((other) => other.slug === slug) === index;
  it.each(cases.filter((asked, index) => executor === "native" || process.env.TEST_LONG || isFirst(asked, index)))("$slug $handler $faults", async (asked) => {
    expect(await outcomesOf(asked, executor)).toEqual(inOrder(asked.outcomes));
  });
});
