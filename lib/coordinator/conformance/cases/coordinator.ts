import { createCoordinator } from "../../coordinator";
import type { ActionContext, Outcome } from "../../types";
import type { ConformanceCase } from "../conformance";
import { check, equal, fail, Inconclusive, type CaseContext } from "../context";
import { MortalProcess } from "../mortal-process";

/** A receiver that counts what reaches it, and what would remain if it recognised keys. */
class Receiver {
  sends = 0;
  readonly keys = new Set<string | null>();

  send({ downstreamKey }: ActionContext): string {
    this.keys.add(downstreamKey);
    return `em_${++this.sends}`;
  }
}

const operation = "mail.invoice";

function settings(t: CaseContext) {
  const defaults = { leaseMs: 4 * t.unitMs, waitTimeoutMs: t.patienceMs, storeTimeoutMs: t.longMs };
  return { random: t.random, defaults };
}

/** N: the coordinator itself, over this store. */
export const coordinatorCases: ConformanceCase[] = [
  {
    id: "N1",
    title: "two processes with one job: one effect, both get its receipt",
    async run(t) {
      const receiver = new Receiver();
      const [first, second] = await Promise.all([t.open(), t.open()]);
      const calls = [first, second].map((store) =>
        createCoordinator({ store, clock: t.clock, ...settings(t) }).execute({ scope: t.id(), operation, key: "order-7" }, async (context) => {
          const receipt = receiver.send(context);
          await t.clock.sleep(t.unitMs);
          return receipt;
        }),
      );
      const outcomes = await t.within(t.patienceMs, Promise.all(calls), "both calls");
      equal(outcomes.map(valueOrKind), ["em_1", "em_1"], "receipts");
      equal(outcomes.map(({ kind }) => kind).sort(), ["executed", "waited"], "outcomes");
      equal(receiver.sends, 1, "effects");
    },
  },
  {
    id: "N2",
    title: "refused while in flight, replayed afterwards",
    async run(t) {
      const receiver = new Receiver();
      const [first, second] = await Promise.all([t.open(), t.open()]);
      const [holder, other] = [first, second].map((store) => createCoordinator({ store, clock: t.clock, ...settings(t) }));
      const request = { scope: t.id(), operation, key: "order-7", inFlight: "raise" as const };
      let refused: Outcome<string> | undefined;
      const action = async (context: ActionContext) => {
        const receipt = receiver.send(context);
        refused ??= await other?.execute(request, action);
        return receipt;
      };
      equal(valueOrKind(await (holder ?? fail("no holder")).execute(request, action)), "em_1", "the holder");
      equal(refused?.kind, "in-progress", "the other while the holder runs");
      equal((await other?.execute(request, action))?.kind, "replayed", "the other afterwards");
      equal(receiver.sends, 1, "effects");
    },
  },
  {
    id: "N3",
    title: "a crash at any step: one effect, or two if and only if it came between effect and stored result",
    async run(t) {
      const lifetimes = await stepsOfALife(t);
      check(lifetimes.length >= 6, `only ${lifetimes.length} steps were found`);
      const deaths = await inTurn(t, lifetimes, async (name, index) => ({ name, ...(await dieAndDeliverAgain(t, index)) }));
      const unexpected = deaths.filter(({ effects, window }) => effects !== (window ? 2 : 1));
      if (unexpected.length > 0 && !t.exact && !t.lastTry) throw new Inconclusive("a starved process may lose its lease");
      for (const { name, effects, distinctKeys, receipts, window } of deaths) {
        equal(effects, window ? 2 : 1, `effects after a death ${name}`);
        equal(distinctKeys, 1, `effects at a receiver that recognises the key, after a death ${name}`);
        equal(new Set(receipts).size, 1, `distinct receipts after a death ${name}`);
      }
      check(deaths.some(({ window }) => window), "no death came between effect and stored result");
    },
  },
];

/** The names of all steps of a process that lives. */
async function stepsOfALife(t: CaseContext): Promise<string[]> {
  const process = new MortalProcess({ store: t.store, clock: t.clock }, Infinity);
  await t.within(t.patienceMs, deliver(t, process, new Receiver(), t.id("life")), "a first run");
  return process.steps;
}

async function dieAndDeliverAgain(t: CaseContext, diesAt: number) {
  const receiver = new Receiver();
  const scope = t.id(`death-${diesAt}`);
  const mortal = new MortalProcess({ store: await t.open(), clock: t.clock }, diesAt);
  const doomed = deliver(t, mortal, receiver, scope).then(() => fail("the process outlived its death"));
  await t.within(t.patienceMs, Promise.race([mortal.died, doomed]), "the death");
  const resultWasStored = mortal.steps.at(-1) === "before complete";
  const window = receiver.sends > 0 && !resultWasStored;
  const receipts: unknown[] = [];
  for (let delivery = 2; delivery <= 3; delivery++) {
    const process = new MortalProcess({ store: await t.open(), clock: t.clock }, Infinity);
    receipts.push(valueOrKind(await t.within(t.patienceMs, deliver(t, process, receiver, scope), `delivery ${delivery}`)));
  }
  return { effects: receiver.sends, distinctKeys: receiver.keys.size, receipts, window };
}

function deliver(t: CaseContext, process: MortalProcess, receiver: Receiver, scope: string): Promise<Outcome<string>> {
  const coordinator = createCoordinator({ store: process.store, clock: process.clock, ...settings(t) });
  return coordinator.execute({ scope, operation, key: "order-9.invoice" }, async (context) => {
    await process.step("before effect");
    const receipt = receiver.send(context);
    await process.step("effect");
    return receipt;
  });
}

/** Together where time is real, one after the other where it is virtual. */
async function inTurn<A, B>(t: CaseContext, items: A[], work: (item: A, index: number) => Promise<B>): Promise<B[]> {
  if (!t.exact) return Promise.all(items.map(work));
  const results: B[] = [];
  for (const [index, item] of items.entries()) results.push(await work(item, index));
  return results;
}

function valueOrKind<T>(outcome: Outcome<T>): T | string {
  return "value" in outcome ? outcome.value : outcome.kind;
}
