import { describe, expect, it } from "vitest";
import { MortalProcess } from "./conformance/mortal-process";
import { createCoordinator } from "./coordinator";
import { FaultyStore } from "./testing/faulty-store";
import { Mailer, Scene } from "./testing/scene";
import { seededRandom } from "./testing/seeded-random";
import type { Outcome } from "./types";

/** What a process meets besides its death; each makes its calls take another way through the coordinator. */
const situations = {
  "a first run": () => {},
  "a slow action, whose lease is renewed": () => {},
  "a lost reply to reserve": (store: FaultyStore) => void store.fail("reserve", "lose-reply"),
  "a lost reply to complete": (store: FaultyStore) => void store.fail("complete", "lose-reply"),
  "a store that refuses complete twice": (store: FaultyStore) => void store.fail("complete", "refuse", 2),
  "renewals that do not arrive": (store: FaultyStore) => void store.fail("renew", "refuse", Infinity),
};

const request = { operation: "mail.invoice", key: "order-9.invoice" };

interface Life {
  steps: string[];
  effects: number;
  distinctKeys: number;
  resultStoredAtDeath: boolean;
  handedOverAtDeath: boolean;
  later: Outcome<string>[];
}

/** One process dies after `diesAt` steps; then the job is delivered twice more, to processes that live. */
async function live(situation: keyof typeof situations, diesAt: number): Promise<Life> {
  const scene = new Scene();
  const mailer = new Mailer(scene.clock, situation.startsWith("a slow action") ? 24_000 : 200);
  const faulty = new FaultyStore(scene.memory);
  situations[situation](faulty);
  const mortal = new MortalProcess({ store: faulty, clock: scene.clock }, diesAt);
  const first = deliver(mortal, mailer, 1);
  await scene.clock.run(Promise.race([first, mortal.died]));
  const handedOverAtDeath = mailer.requests > 0;
  const resultStoredAtDeath = (await scene.memory.read("mail.invoice:order-9.invoice"))?.status === "completed";
  const later: Outcome<string>[] = [];
  for (let delivery = 2; delivery <= 3; delivery++) {
    const process = new MortalProcess({ store: scene.memory, clock: scene.clock }, Infinity);
    later.push(await scene.clock.run(deliver(process, mailer, delivery)));
  }
  const { steps } = mortal;
  const distinctKeys = new Set(mailer.keys).size;
  return { steps, effects: mailer.sends, distinctKeys, resultStoredAtDeath, handedOverAtDeath, later };
}

function deliver(process: MortalProcess, mailer: Mailer, seed: number): Promise<Outcome<string>> {
  const defaults = { waitTimeoutMs: 120_000 };
  const coordinator = createCoordinator({ store: process.store, clock: process.clock, random: seededRandom(seed), defaults });
  return coordinator.execute(request, async (context) => {
    await process.step("before the mail");
    const sent = mailer.send(context);
    await process.step("mail handed over");
    const receipt = await sent;
    await process.step("receipt received");
    return receipt;
  });
}

describe.each(Object.keys(situations) as (keyof typeof situations)[])("a process that meets %s", (situation) => {
  it("and dies at any step leaves one effect, or two if the effect was done and its result not stored", async () => {
    const { steps } = await live(situation, Infinity);
    expect(steps.length).toBeGreaterThanOrEqual(7);
    const windows: string[] = [];
    for (let diesAt = 0; diesAt <= steps.length; diesAt++) {
      const life = await live(situation, diesAt);
      const where = `death after ${steps.slice(0, diesAt).join(", ") || "nothing"}`;
      const window = life.handedOverAtDeath && !life.resultStoredAtDeath;
      if (window) windows.push(where);
      expect(life.effects, where).toBe(window ? 2 : 1);
      expect(life.distinctKeys, `${where}, at a receiver that recognises the key`).toBe(1);
      expect(life.later[1], where).toMatchObject({ kind: "replayed" });
    }
    expect(windows.length).toBeGreaterThan(0);
    expect(windows.length).toBeLessThan(steps.length);
  });
});
