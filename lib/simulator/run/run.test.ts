import { beforeAll, describe, expect, it } from "vitest";
import { shipped } from "../testing/simulate";
import { choicesOf } from "./moves";
import { back, currentSystem, framesOf, offersOf, play, startRun, step } from "./run";
import type { Simulation } from "./simulation";
import { textTable } from "./table";

let given: Simulation;
beforeAll(async () => {
  given = await shipped("select-then-act");
});

const doubled = "A-m1 A-select A-charge A-crash m1-lease B-m1 B-select B-charge B-insert B-ack".split(" ");

it("steps, goes back and begins anew, always to the same systems", () => {
  const run = play(given, doubled);
  expect(run.stopped).toBeNull();
  expect(back(run).systems).toEqual(run.systems.slice(0, -1));
  expect(step(back(run), "B-ack").systems.at(-1)).toEqual(currentSystem(run));
  expect(back(startRun(given)).frames).toEqual([]);
  expect(JSON.parse(JSON.stringify(currentSystem(run)))).toEqual(currentSystem(run));
});

it("shows a crash between charge and INSERT as two charges, in both languages", () => {
  const frames = framesOf(play(given, doubled));
  expect(frames).toMatchObject({
    ended: true,
    verdict: "double",
    stopped: null,
    refusal: null,
    outcome: { effects: { charges: { "order-9": 2 } }, messages: { m1: "acked" }, observed: { recorded: "1" } },
  });
  expect(frames.frames.map(({ words }) => words.ru)).toEqual([
    "A получает m1.",
    "A читает processed: 0 строк.",
    "A списывает 42,00 EUR: Stripe проводит платёж (ch_1, без ключа).",
    "A умирает: без catch, без finally, память потеряна.",
    "Аренда, которую больше никто не продлевает, заканчивается: m1 снова видно.",
    "B получает m1, доставка 2.",
    "B читает processed: 0 строк.",
    "B списывает 42,00 EUR: Stripe проводит платёж (ch_2, без ключа).",
    "B вставляет m1 в processed.",
    "B подтверждает m1; очередь удаляет сообщение.",
  ]);
  expect(frames.frames[2]).toMatchObject({
    actor: "A",
    line: 13,
    effects: { charges: { "order-9": 1 } },
    cells: { A: { en: "charge" }, stripe: { en: "ch_1" } },
  });
  expect(frames.frames[3]).toMatchObject({
    kind: "fault",
    effects: null,
    log: [{ life: "A2", text: "process started" }],
    lines: {},
  });
});

it("fits a run into 10 KB", () => {
  expect(new TextEncoder().encode(JSON.stringify(framesOf(play(given, doubled)))).length).toBeLessThan(10_000);
});

it("tells who has to wait for another one, and nothing where nobody does", async () => {
  const waits = await shipped("transactional-dedup", { faults: { expiry: 1 } });
  const { frames } = framesOf(play(waits, "A-m1 A-begin A-insert m1-expiry B-m1 B-begin A-update A-commit".split(" ")));
  expect(frames.map(({ waiting }) => waiting)).toEqual([undefined, undefined, undefined, undefined, undefined, ["B"], ["B"], undefined]);
});

it("prints one column per participant", () => {
  const table = textTable(framesOf(play(given, doubled.slice(0, 5))), "en");
  expect(table).toBe(
    [
      "#  Queue             Worker A             Worker B  Database  Stripe",
      "-  ----------------  -------------------  --------  --------  ------",
      "1  m1 → A            m1",
      "2                    SELECT processed :7            0 rows",
      "3                    charge :13                               ch_1",
      "4                    ✖ crash",
      "5  m1 visible again",
    ].join("\n"),
  );
});

it("shows each worker's log as its operator sees it: a second charge leaves no trace there", () => {
  const logOf = (choices: string[]) =>
    framesOf(play(given, choices)).frames.flatMap(({ log }) => log.map(({ life, text }) => `${life} ${text}`));
  expect(
    logOf("A-m1 A-select A-charge m1-expiry B-m1 B-select B-charge B-insert B-ack A-insert A-ack".split(" ")),
  ).toEqual([]);
});

describe("a choice that is not possible", () => {
  it("stops the run before it and says what is", () => {
    const run = play(given, ["A-m1", "A-charge", "A-select"]);
    expect(run.frames).toHaveLength(1);
    expect(run.stopped).toEqual({
      choice: "A-charge",
      words: {
        ru: "«A-charge» здесь невозможно. Возможно: A-select, A-crash, m1-expiry.",
        en: "“A-charge” is not possible here. Possible: A-select, A-crash, m1-expiry.",
      },
    });
  });

  it("is forgotten by the next step", () => {
    expect(step(play(given, ["A-m1", "A-charge"]), "A-select").stopped).toBeNull();
  });
});

describe("crash points", () => {
  it("are before, between and after the steps of a delivery, and nowhere else", () => {
    const steps = ["A-m1", "A-select", "A-charge", "A-insert", "A-ack"];
    const canCrash = (choices: string[]) =>
      choicesOf(given, currentSystem(play(given, choices))).enabled.some(({ name }) => name === "A-crash");
    expect(canCrash([])).toBe(false);
    for (let done = 1; done <= steps.length; done++) expect(canCrash(steps.slice(0, done))).toBe(true);
    // A new incarnation was handed nothing: there is no gap in which it could die.
    expect(canCrash(["A-m1", "A-crash"])).toBe(false);
  });

  it("are limited by the budget", () => {
    const names = ["A-m1", "A-crash", "m1-lease", "A-m1", "A-crash", "m1-lease", "A-m1"];
    const run = play(given, names);
    expect(run.stopped).toBeNull();
    expect(currentSystem(run).budgets.crash).toBe(0);
    expect(step(run, "A-crash").stopped).not.toBeNull();
  });
});

it("offers choices in words, without telling what they lead to", () => {
  const offers = offersOf(play(given, ["A-m1"]));
  expect(offers.enabled).toEqual([
    {
      name: "A-select",
      kind: "step",
      process: "A",
      words: { ru: "A: SELECT processed, строка 7", en: "A: SELECT processed, line 7" },
    },
    { name: "A-crash", kind: "fault", process: "A", words: { ru: "A умирает здесь", en: "A dies here" } },
    {
      name: "m1-expiry",
      kind: "fault",
      process: null,
      words: { ru: "Таймаут видимости m1 истекает", en: "The visibility timeout of m1 passes" },
    },
  ]);
});

it("runs the text of the handler, whatever it is: another text gives another run", async () => {
  const source =
    'export default async function handle(msg, { stripe, ack }) {\n  await stripe.charges.create({ amount: 1, currency: "eur" }, { idempotencyKey: msg.id });\n  await ack();\n}\n';
  const changed = await shipped("select-then-act", { source });
  const frames = framesOf(play(changed, ["A-m1", "A-charge", "A-crash", "m1-lease", "B-m1", "B-charge", "B-ack"]));
  expect(frames).toMatchObject({ verdict: "ok", outcome: { effects: { charges: { "order-9": 1 } } } });
  expect(frames.codeVersion).not.toBe(framesOf(startRun(given)).codeVersion);
});

it("stops with a sentence when the handler cannot run here", async () => {
  const changed = await shipped("select-then-act", {
    source: "export default async (msg, { ack }) => {\n  Date.now();\n  await ack();\n};",
  });
  const frames = framesOf(play(changed, ["A-m1"]));
  expect(frames.refusal?.en).toBe("Line 2: Date does not exist here. Use clock.now().");
  expect(step(play(changed, ["A-m1"]), "A-ack").stopped?.words.ru).toBe(
    "Строка 2: Date здесь нет. Используйте clock.now().",
  );
});
