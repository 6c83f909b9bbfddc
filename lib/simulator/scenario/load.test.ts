import { describe, expect, it } from "vitest";
import { parseSql } from "@/lib/content/engine";
import { smallHandler, smallScenario } from "../testing/small-scenario";
import { loadScenario, type Loaded } from "./load";

function load(text: string, handlers: Record<string, string> = { given: smallHandler }): Loaded {
  return loadScenario({
    slug: "trial",
    file: "scenarios/trial/scenario.yaml",
    text,
    existing: Object.keys(handlers),
    readHandler: (name) => handlers[name] ?? null,
    parseSql,
  });
}

/** Replaces one piece of the scenario file. */
function withChange(from: string, to: string, handlers?: Record<string, string>): Loaded {
  expect(smallScenario).toContain(from);
  return load(smallScenario.replace(from, to), handlers);
}

function problemsOf(loaded: Loaded): string[] {
  if ("scenario" in loaded) return [];
  return loaded.problems.map(
    ({ file, line, column, what, fix }) =>
      `${file.replace("scenarios/trial/", "")}:${line}:${column} ${what}; fix: ${fix}`,
  );
}

it("reads a scenario into plain data", () => {
  const loaded = load(smallScenario);
  if ("problems" in loaded) throw new Error(problemsOf(loaded).join("\n"));
  const { scenario } = loaded;
  expect(JSON.parse(JSON.stringify(scenario))).toEqual(scenario);
  expect(scenario).toMatchObject({
    parts: ["queue", "database", "stripe", "mailer", "alert", "receivers"],
    bounds: {
      processes: { worker: 2 },
      faults: { crash: 1, expiry: 1, retention: 0 },
      maxReceive: 10,
      profiles: { requeue: "delayed" },
    },
    effects: [{ name: "charges", wanted: 1 }],
  });
  expect(scenario.handlers[0]?.rows["orders"]).toMatchObject([
    { values: { id: "order-9", status: "new" }, created: null },
  ]);
});

it("names the version of a scenario by its meaning", () => {
  const version = (text: string) => {
    const loaded = load(text);
    return "scenario" in loaded ? loaded.scenario.version : "";
  };
  expect(version(`# a comment\n${smallScenario}`)).toBe(version(smallScenario));
  expect(version(smallScenario.replace("4200", "4300"))).not.toBe(version(smallScenario));
});

it("reads the SQL of handlers in advance", () => {
  const handler =
    'export default async (msg, { db, ack }) => {\n  await db.query("SELECT 1 FROM processed");\n  await ack();\n};';
  const loaded = load(smallScenario, { given: handler });
  expect("scenario" in loaded && Object.keys(loaded.scenario.statements["given"] ?? {})).toEqual([
    "SELECT status FROM orders WHERE id = 'order-9'",
    "SELECT 1 FROM processed",
    "BEGIN",
    "COMMIT",
    "ROLLBACK",
  ]);
});

describe("says where, what, and how to mend it", () => {
  it.each([
    [
      "YAML that is none",
      "parts:",
      "parts: [",
      /^scenario\.yaml:\d+:\d+ this is no YAML: .*; fix: correct the syntax$/,
    ],
    [
      "an unknown part",
      "  mailer: {}",
      "  mailer: {}\n  kafka: {}",
      /^scenario\.yaml:11:10 there is no part `kafka`; fix: use queue, database, stripe, mailer, alert, receivers, coordinator, log, redis$/,
    ],
    [
      "an unknown field",
      "bounds:",
      "budget: 3\nbounds:",
      /^scenario\.yaml:17:9 `budget` is no field of a scenario; fix: remove it/,
    ],
    [
      "a fault of a part that is not there",
      "crash: 1,",
      "leaseExpiry: 1,",
      /`leaseExpiry` has a budget, but nothing is called that it could strike; fix: remove the budget$/,
    ],
    [
      "a receiver that is called like a part",
      "receivers: [bank]",
      "receivers: [coordinator]",
      /`coordinator` is the name of a part; fix: call the receiver something else$/m,
    ],
    [
      "an unknown kind of bug",
      "parts:",
      "kind: rase\nparts:",
      /^scenario\.yaml:\d+:7 `kind`[^\n]*; fix: [^\n]*race/m,
    ],
    ["an unknown fault", "crash: 1,", "crush: 1,", /there is no bound `crush`; fix: use maxReceive, crash/],
    [
      "an impossible budget",
      "crash: 1,",
      "crash: 9,",
      /^scenario\.yaml:17:18 `bounds\.crash` is above the largest possible value; fix: use at most 5$/,
    ],
    [
      "a budget that is no number",
      "crash: 1,",
      "crash: often,",
      /`bounds\.crash` is no number; fix: write a number there/,
    ],
    [
      "too many processes",
      "count: 2",
      "count: 12",
      /^scenario\.yaml:14:28 `processes\.0\.count` is above the largest possible value; fix: use at most 4$/,
    ],
    ["a missing translation", "title: { ru: Проба, en: Trial }", "title: { ru: Проба }", /`title\.en` is missing/],
    [
      "an unknown profile value",
      "  queue: {}",
      "  queue: { requeue: never }",
      /`parts\.queue\.requeue` has a value that is not known; fix: use delayed, immediate/,
    ],
    [
      "a message id that could be a step",
      "id: m1,",
      "id: ack,",
      /`messages\.0\.id` is not written as expected; fix: it must be letters and a number/,
    ],
    [
      "effects that no part has",
      "of: stripe.charges",
      "of: stripe.refunds",
      /^scenario\.yaml:20:9 no part of the scenario has effects called `stripe\.refunds`; fix: use stripe\.charges, mailer\.mails, alerts, bank\.<effect>, table\.<name>, updates\.<name>$/,
    ],
    [
      "an identity that messages lack",
      "per: order",
      "per: customer",
      /^scenario\.yaml:21:10 not every message has a field `customer`/,
    ],
    [
      "a handler without a file",
      "handlers:",
      "handlers:\n  fixed: { title: { ru: Так, en: So } }",
      /^scenario\.yaml:26:10 the file handlers\/fixed\.ts does not exist; fix: write it, or remove the handler$/,
    ],
    [
      "effects in a table that does not exist",
      "of: stripe.charges",
      "of: updates.invoices",
      /^scenario\.yaml:20:9 there is no table `invoices`; fix: create it in the setup$/,
    ],
    [
      "effects that are told apart by a column that does not exist",
      "of: stripe.charges\n    per: order",
      "of: updates.orders\n    per: order\n    column: number",
      /^scenario\.yaml:22:13 the table `orders` has no column `number`; fix: use id, status$/,
    ],
    [
      "a profile that the part does not have",
      "  stripe: {}",
      "  stripe: { requeue: delayed }",
      /`parts\.stripe\.requeue` is no field of a scenario/,
    ],
    [
      "no message at all",
      "  - { id: m1, order: order-9, amount: 4200 }",
      "  []",
      /a process waits for messages, but there are none; fix: add messages, or a topic that it consumes/,
    ],
    [
      "a limit of receives that is none",
      "crash: 1, expiry: 1",
      "crash: 1, expiry: 1, maxReceive: never",
      /`bounds\.maxReceive` is of no kind that is possible there; fix: write a number there, or use none$/,
    ],
    ["a handler with another name", "  given: {", "  good: {", /must be given, fixed, tempting-<word>/],
    [
      "a table that an observation lacks",
      "FROM orders WHERE",
      "FROM order_list WHERE",
      /^scenario\.yaml:24:11 there is no table `order_list`/,
    ],
    [
      "SQL of a setup that is not known, at its line",
      "id text PRIMARY KEY, status",
      "id jsonb PRIMARY KEY, status",
      /^scenario\.yaml:7:28 the database part does not know jsonb; fix: [^\n]*$/,
    ],
    [
      "a seed row that does not fit",
      "INSERT INTO orders (id) VALUES ('order-9');",
      "INSERT INTO orders (id) VALUES (NULL);",
      /^scenario\.yaml:8:7 PostgreSQL cannot read this SQL: null value in column "id"/,
    ],
  ])("%s", (_, from, to, expected) => {
    const problems = problemsOf(withChange(from, to));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join("\n")).toMatch(expected);
  });

  it("SQL of a handler, at its line in the handler's file", () => {
    const handler =
      'export default async (msg, { db, ack }) => {\n  await db.query("SELECT 1 FROM proceed");\n  await ack();\n};';
    expect(problemsOf(load(smallScenario, { given: handler }))).toEqual([
      "handlers/given.ts:2:1 there is no table `proceed`; fix: write it with what the database part knows",
    ]);
  });

  it("a handler that is no TypeScript", () => {
    expect(problemsOf(load(smallScenario, { given: "export default async () => {\n  const = 3;\n};" }))).toEqual([
      "handlers/given.ts:2:9 this is no TypeScript: Unexpected token; fix: correct the syntax",
    ]);
  });

  it("a handler file that nobody declared", () => {
    expect(problemsOf(load(smallScenario, { given: smallHandler, spare: smallHandler }))[0]).toMatch(
      /handlers\/spare\.ts exists, but is not declared/,
    );
  });

  it.each([
    ["an unknown handler", "{ handler: fixed, effect: charges, max: 1 }", /there is no handler `fixed`/],
    ["an unknown effect", "{ handler: given, effect: mails, max: 1 }", /there is no effect `mails`/],
    [
      "impossible numbers",
      "{ handler: given, effect: charges, min: 2, max: 1 }",
      /no number is at least 2 and at most 1/,
    ],
    ["nothing", "{ handler: given, effect: charges }", /the claim claims nothing/],
    [
      "more processes than a run can have",
      "{ handler: given, effect: charges, max: 1, bounds: { processes: 9 } }",
      /`claims\.0\.bounds\.processes` is above the largest possible value; fix: use at most 4/,
    ],
    [
      "an order of steps and a number at once",
      "{ handler: given, effect: charges, max: 1, orders: { steps: [charge] } }",
      /a claim about orders can state a verdict only/,
    ],
    [
      "a fault that can never strike",
      "{ handler: given, effect: charges, max: 1, bounds: { leaseExpiry: 1 } }",
      /`leaseExpiry` has a budget, but nothing is called that it could strike/,
    ],
    [
      "a role that does not exist",
      "{ handler: given, effect: charges, max: 1, bounds: { processes: { relay: 1 } } }",
      /there is no role `relay`/,
    ],
  ])("a claim of %s", (_, claim, expected) => {
    expect(problemsOf(load(`${smallScenario}claims:\n  - ${claim}\n`)).join()).toMatch(expected);
  });

  it("two claims of one name", () => {
    const claim = "  - { id: worst, handler: given, effect: charges, max: 1 }\n";
    expect(problemsOf(load(`${smallScenario}claims:\n${claim}${claim}`)).join()).toMatch(/the claim `worst` exists twice/);
  });

  it("a budget for a fault that can never strike", () => {
    const text = smallScenario
      .replace("  stripe: {}\n  mailer: {}\n  alert: {}\n  receivers: [bank]\n", "")
      .replace("crash: 1,", "crash: 1, replyLost: 1,")
      .replace("of: stripe.charges", "of: table.processed");
    expect(problemsOf(load(text)).join()).toMatch(
      /`replyLost` has a budget, but nothing is called that it could strike/,
    );
  });

  it("everything at once, in the order of the file", () => {
    const text = smallScenario
      .replace("count: 2", "count: 0")
      .replace("amount: 4200", "amount: [1]")
      .replace("crash: 1", "crash: -1");
    const lines = problemsOf(load(text)).map((problem) => Number(problem.split(":")[1]));
    expect(lines).toEqual([...lines].sort((left, right) => left - right));
    expect(lines.length).toBe(3);
  });
});
