import { describe, expect, it } from "vitest";
import { countsIn, enumerate, scenarioFrom, simulate, type Asked, type Enumeration } from "../testing/simulate";
import { smallScenario } from "../testing/small-scenario";

const counting = smallScenario.replace("of: stripe.charges\n    per: order", "of: updates.orders\n    per: order\n    column: id");

const handle = (...lines: string[]) =>
  ["export default async function handle(msg, { db, alert, ack }) {", ...lines, "}"].join("\n");

async function outcomes(text: string, source: string, asked: Asked = {}): Promise<Enumeration> {
  const scenario = scenarioFrom(text, { given: source });
  return enumerate(await simulate(scenario, { given: source }, { executor: "native", processes: 1, faults: {}, ...asked }));
}

const verdicts = ({ outcomes: all }: Enumeration) => [...new Set(all.map(({ verdict }) => verdict))].sort();

const pay = "await db.query(\"UPDATE orders SET status = 'paid' WHERE id = $1\", [msg.order]);";

describe("UPDATEs as effects", () => {
  it("to write the same value again is an effect that happened twice", async () => {
    const found = await outcomes(counting, handle(pay, "await ack();"), { faults: { crash: 1 } });
    expect(countsIn(found, "charges")).toEqual([1, 2]);
    expect(verdicts(found)).toEqual(["double", "ok"]);
  });

  it("an UPDATE that is rolled back has not happened", async () => {
    const found = await outcomes(
      counting,
      handle("await db.query('BEGIN');", pay, pay, "await db.query('ROLLBACK');", pay, "await ack();"),
    );
    expect(countsIn(found, "charges")).toEqual([1]);
  });

  it("an UPDATE that changes no row is none", async () => {
    const found = await outcomes(counting, handle(pay.replace("id = $1", "id = $1 AND status = 'sent'"), "await ack();"));
    expect(countsIn(found, "charges")).toEqual([0]);
    expect(verdicts(found)).toEqual(["lost"]);
  });
});

describe("outcomes that are declared acceptable", () => {
  const refuse = handle("throw new Error('no');");
  const inQueue = `${counting}acceptable:\n  - { effect: charges, deadLettered: order-9 }\n`;

  it("an order that waits for a person in the dead-letter queue is stuck, unless the scenario accepts that", async () => {
    expect(verdicts(await outcomes(counting, refuse, { maxReceive: 2 }))).toEqual(["stuck"]);
    expect(verdicts(await outcomes(inQueue, refuse, { maxReceive: 2 }))).toEqual(["ok"]);
  });

  it("an order whose message is gone without a trace is lost all the same", async () => {
    expect(verdicts(await outcomes(inQueue, handle("await ack();")))).toEqual(["lost"]);
  });

  it("an alert makes up for what did not happen", async () => {
    const alerting = counting.replace("effects:\n", "effects:\n  alerts:\n    of: alerts\n    per: order\n    noun: { ru: [тревога, тревоги, тревог], en: [alert, alerts] }\n");
    const accepted = `${alerting}acceptable:\n  - { effect: alerts }\n`;
    expect(verdicts(await outcomes(accepted, handle("await alert('look');", "await ack();")))).toEqual(["ok"]);
    expect(verdicts(await outcomes(accepted, handle("await ack();")))).toEqual(["lost"]);
  });

  it("what makes up for others is not wanted for its own sake, and can happen twice", async () => {
    const alerting = counting.replace("effects:\n", "effects:\n  alerts:\n    of: alerts\n    per: order\n    noun: { ru: [тревога, тревоги, тревог], en: [alert, alerts] }\n");
    const accepted = `${alerting}acceptable:\n  - { effect: alerts }\n`;
    expect(verdicts(await outcomes(accepted, handle(pay, "await ack();")))).toEqual(["ok"]);
    expect(verdicts(await outcomes(accepted, handle(pay, "await alert('a');", "await alert('b');", "await ack();")))).toEqual(["ok"]);
  });
});
