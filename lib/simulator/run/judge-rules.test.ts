import { expect } from "vitest";
import { describeMutants, type Mutant } from "../testing/mutation";
import { smallScenario } from "../testing/small-scenario";
import type { Asked } from "../testing/simulate";
import type * as Store from "../world/database/store";
import type * as Judge from "./judge";
import type { Simulation } from "./simulation";

/** How a run is judged, each rule with a broken variant. */

const handle = (...lines: string[]) =>
  ["export default async function handle(msg, { db, stripe, alert, ack }) {", ...lines, "}"].join("\n");
const pay = "await db.query(\"UPDATE orders SET status = 'paid' WHERE id = $1\", [msg.order]);";
const charge = "await stripe.charges.create({ amount: 1, currency: 'eur' });";
const ack = "await ack();";

const counting = smallScenario.replace("of: stripe.charges\n    per: order", "of: updates.orders\n    per: order\n    column: id");
const alerting = smallScenario.replace(
  "effects:\n",
  "effects:\n  alerts:\n    of: alerts\n    per: order\n    noun: { ru: [тревога, тревоги, тревог], en: [alert, alerts] }\n",
);

async function ended(text: string, source: string, asked: Asked = {}) {
  const { enumerate, scenarioFrom, simulate } = await import("../testing/simulate");
  const scenario = scenarioFrom(text, { given: source });
  const { outcomes } = enumerate(await simulate(scenario, { given: source }, { executor: "native", processes: 1, faults: {}, ...asked }));
  return {
    verdicts: [...new Set(outcomes.map(({ verdict }) => verdict))].sort(),
    counts: outcomes.map(({ effects }) => effects["charges"]?.["order-9"]),
  };
}

const refuse = handle("throw new Error('no');");

const facts = {
  /** What a transaction has not committed has not happened. */
  onlyCommittedChangesCount: async () => {
    const { scenarioFrom, simulate } = await import("../testing/simulate");
    const { framesOf, play } = await import("./run");
    const rows = counting.replace("updates.orders", "table.processed").replace("column: id", "column: msg_id").replace("per: order", "per: id");
    const source = handle("await db.query('BEGIN');", "await db.query(\"INSERT INTO processed VALUES ('m1')\");", ack);
    const simulation = await simulate(scenarioFrom(rows, { given: source }), { given: source }, { executor: "native", faults: {} });
    const { outcome, stopped } = framesOf(play(simulation, ["A-m1", "A-begin", "A-insert"]));
    expect([stopped, outcome.effects["charges"]]).toEqual([null, { m1: 0 }]);
  },
  /** Of a batch of records, each effect counts for the one that its call names. */
  callsNameTheirRecord: async () => {
    const { shipped } = await import("../testing/simulate");
    const { framesOf, play } = await import("./run");
    const simulation = await shipped("partition-moves", { executor: "native" });
    const { outcome, stopped } = framesOf(play(simulation, ["A-poll", "A-mail"]));
    expect([stopped, Object.values(outcome.effects["mails"] ?? {})]).toEqual([null, [1, 0]]);
  },
  /** To write the same value twice is an effect that happened twice. */
  everyUpdateCounts: async () =>
    expect((await ended(counting, handle(pay, ack), { faults: { crash: 1 } })).verdicts).toEqual(["double", "ok"]),
  /** The effect has not happened, and nobody will try again. */
  goneWithoutEffectIsLost: async () => expect((await ended(smallScenario, handle(ack))).verdicts).toEqual(["lost"]),
  /** The effect has not happened, and the message waits for a person. */
  waitingForAPersonIsStuck: async () =>
    expect((await ended(smallScenario, refuse, { maxReceive: 2 })).verdicts).toEqual(["stuck"]),
  /** Unless the scenario says that this is acceptable. */
  acceptableIsOk: async () => {
    const accepted = `${smallScenario}acceptable:\n  - { effect: charges, deadLettered: order-9 }\n`;
    expect((await ended(accepted, refuse, { maxReceive: 2 })).verdicts).toEqual(["ok"]);
    expect((await ended(accepted, handle(ack))).verdicts).toEqual(["lost"]);
  },
  /** An alert makes up for an effect that is missing. */
  alertsMakeUp: async () => {
    const accepted = `${alerting}acceptable:\n  - { effect: alerts }\n`;
    expect((await ended(accepted, handle("await alert('look');", ack))).verdicts).toEqual(["ok"]);
  },
  /** Too often is the worst that can be said of a run. */
  doubleIsWorst: async () =>
    expect((await ended(smallScenario, handle(charge, charge, "throw new Error('no');"), { maxReceive: 1 })).verdicts).toEqual(["double"]),
  /** An observation that no invariant allows makes a run wrong. */
  brokenInvariantsAreWrong: async () => {
    const invariant = `${smallScenario}invariants:\n  - { observation: status, oneOf: [paid] }\n`;
    expect((await ended(invariant, handle(charge, ack))).verdicts).toEqual(["wrong"]);
    expect((await ended(invariant, handle(charge, pay, ack))).verdicts).toEqual(["ok"]);
  },
} satisfies Record<string, () => Promise<void>>;

const judge = "@/lib/simulator/run/judge";
const store = "@/lib/simulator/world/database/store";

/** Runs are judged by the scenario with something changed. */
const judgedBy = (change: Partial<Simulation["scenario"]>) => (real: typeof Judge) => ({
  outcomeOf: (...[simulation, system]: Parameters<typeof Judge.outcomeOf>) =>
    real.outcomeOf({ ...simulation, scenario: { ...simulation.scenario, ...change } }, system),
});

/** One verdict is taken for another one. */
const verdict = (from: Judge.Outcome["verdict"], to: Judge.Outcome["verdict"]) => (real: typeof Judge) => ({
  outcomeOf: (...args: Parameters<typeof Judge.outcomeOf>) => {
    const outcome = real.outcomeOf(...args);
    return outcome.verdict === from ? { ...outcome, verdict: to } : outcome;
  },
});

const mutants: Mutant<keyof typeof facts>[] = [
  { name: "a row counts from its INSERT on", file: store, mutate: () => ({ committedRows: (rows: readonly Store.RowVersion[]) => rows }), fails: "onlyCommittedChangesCount" },
  {
    name: "nobody asks which record an effect was for",
    file: judge,
    mutate: (real: typeof Judge) => ({
      outcomeOf: (...[simulation, system]: Parameters<typeof Judge.outcomeOf>) => {
        const effects = simulation.scenario.effects.map((effect) => ({ ...effect, column: "nothing" }));
        return real.outcomeOf({ ...simulation, scenario: { ...simulation.scenario, effects } }, system);
      },
    }),
    fails: "callsNameTheirRecord",
  },
  {
    name: "a row counts at most one UPDATE",
    file: store,
    mutate: (real: typeof Store) => ({
      committedRows: (...args: Parameters<typeof Store.committedRows>) =>
        real.committedRows(...args).map((row) => ({ ...row, updates: Math.min(1, row.updates ?? 0) })),
    }),
    fails: "everyUpdateCounts",
  },
  { name: "an effect that is missing is stuck", file: judge, mutate: verdict("lost", "stuck"), fails: "goneWithoutEffectIsLost" },
  { name: "a dead letter is lost", file: judge, mutate: verdict("stuck", "lost"), fails: "waitingForAPersonIsStuck" },
  { name: "nothing is acceptable", file: judge, mutate: judgedBy({ acceptable: [] }), fails: "acceptableIsOk" },
  { name: "nothing makes up for anything", file: judge, mutate: judgedBy({ acceptable: [] }), fails: "alertsMakeUp" },
  { name: "a message that waits outweighs an effect too many", file: judge, mutate: verdict("double", "stuck"), fails: "doubleIsWorst" },
  { name: "invariants are not looked at", file: judge, mutate: judgedBy({ invariants: [] }), fails: "brokenInvariantsAreWrong" },
];

describeMutants("a run", facts, mutants);
