import { describe, expect, it } from "vitest";
import { countsIn, enumerate, enumeratePlainly, scenarioFrom, simulate, type Asked } from "../testing/simulate";
import { coordinatedScenario } from "../testing/small-scenario";
import type { Simulation } from "./simulation";
import { choicesOf, isQuiescent } from "./moves";
import { currentSystem, framesOf, play } from "./run";

const scenario = coordinatedScenario("m1", "m2");

/** Mails once per order, whatever message asks for it. */
function mailing(options: { request?: string; key?: string } = {}): string {
  const { request = "", key = "" } = options;
  return `export default async function handle(msg, { coordinator, mailer, ack }) {
  await coordinator.coordinate({ operation: "mail.invoice", key: msg.order, ${request} }, async ({ downstreamKey }) => {
    return await mailer.send({ to: "a@b.c", subject: "Invoice" }, { ${key} });
  });
  await ack();
}
`;
}

const oneMessage = scenario.replace("  - { id: m2, order: order-9 }\n", "");

async function simulated(text: string, source: string, asked: Asked = {}): Promise<Simulation> {
  const loaded = scenarioFrom(text, { given: source });
  return simulate(loaded, { given: source }, { executor: "native", faults: {}, ...asked });
}

async function mails(text: string, source: string, asked: Asked = {}) {
  const found = enumerate(await simulated(text, source, asked));
  const verdicts = [...new Set(found.outcomes.map(({ verdict }) => verdict))].sort();
  return { counts: countsIn(found, "mails"), verdicts, schedules: found.schedules };
}

const keyed = mailing({ key: "key: downstreamKey" });

describe("two workers, two jobs for one order", () => {
  it("is one mail in every schedule without faults: the second worker waits, or gets the stored result", async () => {
    expect(await mails(scenario, mailing())).toMatchObject({ counts: [1], verdicts: ["ok"] });
  });

  it("is one mail too when the second is refused at once and its job comes back later", async () => {
    expect(await mails(scenario, mailing({ request: 'inFlight: "raise"' }))).toMatchObject({ counts: [1], verdicts: ["ok"] });
  });

  it("is two mails in some schedule after a crash: the window between effect and stored result", async () => {
    expect(await mails(scenario, mailing(), { faults: { crash: 1 } })).toMatchObject({ counts: [1, 2], verdicts: ["double", "ok"] });
  });

  it("is one mail even after two crashes when the receiver knows the downstream key", async () => {
    expect(await mails(oneMessage, keyed, { faults: { crash: 2 } })).toMatchObject({ counts: [1], verdicts: ["ok"] });
  });

  it("is one mail when a message becomes visible while its worker goes on", async () => {
    expect(await mails(oneMessage, mailing(), { faults: { expiry: 1 } })).toMatchObject({ counts: [1], verdicts: ["ok"] });
  });

  it("is two mails when the lease of a worker that goes on ends; the key of the receiver closes that too", async () => {
    const faults = { leaseExpiry: 1 };
    expect(await mails(scenario, mailing(), { faults })).toMatchObject({ counts: [1, 2] });
    expect(await mails(scenario, keyed, { faults })).toMatchObject({ counts: [1], verdicts: ["ok"] });
  });

  it("is two mails when the result is forgotten before the second job", async () => {
    expect(await mails(scenario, mailing(), { faults: { retention: 1 } })).toMatchObject({ counts: [1, 2] });
    // The receiver remembers its own key: both would have to be forgotten.
    expect(await mails(scenario, keyed, { faults: { retention: 1 } })).toMatchObject({ counts: [1] });
    expect(await mails(scenario, keyed, { faults: { retention: 2 } })).toMatchObject({ counts: [1, 2] });
  });

  it("is one mail when the store fails for a call or a wait gives up: the job fails and comes back", async () => {
    expect(await mails(scenario, mailing(), { faults: { outage: 2 } })).toMatchObject({ counts: [1], verdicts: ["ok"] });
    expect(await mails(scenario, mailing(), { faults: { waitTimeout: 1 } })).toMatchObject({ counts: [1], verdicts: ["ok"] });
  });

  it("is one key per order: different orders do not meet", async () => {
    const text = scenario.replace("m2, order: order-9", "m2, order: order-10");
    expect(await mails(text, mailing())).toMatchObject({ counts: [1], verdicts: ["ok"] });
  });

  it("refuses another payload under the same key, however often it comes back", async () => {
    const source = mailing({ request: "fingerprint: msg.id" });
    const found = await mails(scenario, source, { maxReceive: 2 });
    expect(found).toMatchObject({ counts: [1], verdicts: ["stuck"] });
  });
});

describe("the action of a coordinated call", () => {
  it("that fails gives the key back, and the next delivery runs it again", async () => {
    const source = mailing().replace("return await", 'if (msg.receiveCount === 1) throw new Error("no"); return await');
    expect(await mails(oneMessage, source)).toMatchObject({ counts: [1], verdicts: ["ok"] });
  });

  it("that fails ambiguously keeps it: its lease ends by itself, and the effect may then be repeated", async () => {
    const found = await mails(oneMessage, mailing(), { faults: { replyLost: 1 } });
    expect(found).toMatchObject({ counts: [1, 2], verdicts: ["double", "ok"] });
    expect(await mails(oneMessage, keyed, { faults: { replyLost: 1 } })).toMatchObject({ counts: [1], verdicts: ["ok"] });
  });

  it("that coordinates its own key waits for itself: stuck, and no deadlock of the database", async () => {
    const source = mailing().replace(
      "return await mailer",
      'await coordinator.coordinate({ operation: "mail.invoice", key: msg.order, fingerprint: "x" }, async () => {}); return await mailer',
    );
    expect(await mails(oneMessage, source, { processes: 1 })).toMatchObject({ counts: [0], verdicts: ["stuck"] });
  });
});

describe("the state of the key store", () => {
  it.each([
    ["crash", { crash: 1 }],
    ["expiry", { expiry: 1 }],
    ["leaseExpiry", { leaseExpiry: 1 }],
  ])("is equal where futures are equal: as many schedules with and without merging states (%s)", async (_, faults) => {
    const simulation = await simulated(oneMessage, mailing(), { faults });
    const plainly = enumeratePlainly(simulation);
    const merged = enumerate(simulation);
    expect(merged.schedules).toBe(plainly.schedules);
    expect(merged.outcomes).toEqual(expect.arrayContaining(plainly.outcomes));
    expect(merged.outcomes).toHaveLength(plainly.outcomes.length);
  });

  it("is the same in both executors", async () => {
    const [quickjs, native] = await Promise.all(
      (["quickjs", "native"] as const).map(async (executor) =>
        enumerate(await simulated(scenario, mailing(), { executor, faults: { crash: 1 } })),
      ),
    );
    expect(quickjs).toEqual(native);
  });

  it("does not grow with what a worker has done before: an idle worker is as new", async () => {
    const simulation = await simulated(scenario, mailing(), { processes: 1 });
    const run = play(simulation, ["A-m1", "A-reserve", "A-mail", "A-complete", "A-ack"]);
    const { processes, world } = currentSystem(run);
    expect(processes[0]).toMatchObject({ history: [], reads: 0 });
    expect(JSON.stringify(world.keyStore)).not.toContain("A1/");
  });
});

describe("a run, told", () => {
  it("shows the crash window of the coordinator step by step", async () => {
    const simulation = await simulated(oneMessage, mailing(), { faults: { crash: 1 } });
    const choices = "A-m1 A-reserve A-mail A-crash m1-lease B-m1 B-reserve".split(" ");
    const waiting = play(simulation, choices);
    const offered = choicesOf(simulation, currentSystem(waiting));
    expect(offered.blocked).toEqual([
      { name: "B-wait", process: 1, reason: { fact: "waits-for-record", key: "mail.invoice:order-9", holder: null } },
    ]);
    const end = play(simulation, [...choices, "coordinator-lease", "B-wait", "B-reserve", "B-mail", "B-complete", "B-ack"]);
    expect(end.stopped).toBeNull();
    expect(isQuiescent(choicesOf(simulation, currentSystem(end)))).toBe(true);
    const { verdict, participants, frames } = framesOf(end);
    expect(verdict).toBe("double");
    expect(participants.map(({ id }) => id)).toEqual(["queue", "A", "B", "coordinator", "mailer"]);
    expect(frames.map(({ words }) => words.en)).toEqual([
      "A receives m1.",
      "A reserves mail.invoice:order-9 (token 1).",
      "A sends “Invoice”.",
      "A dies: no catch, no finally, its memory is gone.",
      "The lease, which nobody renews any more, ends: m1 is visible again.",
      "B receives m1, delivery 2.",
      "B wants to reserve mail.invoice:order-9, but another worker holds it.",
      "The lease of mail.invoice:order-9 ends, nobody has renewed it: anybody can take the key over now.",
      "B is told that mail.invoice:order-9 has changed.",
      "B takes mail.invoice:order-9 over from a holder whose lease has ended (token 2); whether its effect happened, nobody knows.",
      "B sends “Invoice”.",
      "B stores its result under mail.invoice:order-9.",
      "B acknowledges m1; the queue deletes it.",
    ]);
    expect(frames[1]).toMatchObject({ line: 2, cells: { A: { en: "reserve" }, coordinator: { en: "reserved, token 1" } } });
  });

  it("refuses a late result and lets the holder adopt the stored one", async () => {
    const simulation = await simulated(scenario, mailing(), { faults: { leaseExpiry: 1 } });
    const run = play(
      simulation,
      "A-m1 A-reserve A-mail coordinator-leaseExpiry B-m2 B-reserve B-mail B-complete A-complete A-read A-ack B-ack".split(" "),
    );
    expect(run.stopped).toBeNull();
    expect(framesOf(run).frames[8]?.words.en).toBe(
      "A wants to store its result under mail.invoice:order-9, but has lost the key: refused.",
    );
  });

  it("needs the part: without it the handler is refused by name", async () => {
    const text = scenario.replace("  coordinator: {}\n", "");
    const simulation = await simulated(text, mailing());
    const { refusal } = choicesOf(simulation, currentSystem(play(simulation, ["A-m1"])));
    expect(refusal).toMatchObject({ code: "part-missing", detail: "coordinator", line: 2 });
  });
});
