import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { database } from "@/lib/db";
import type { ProofRequest } from "@/lib/progress/proofs/contract";
import { runNextProof, runWaitingProofs, settleProof, takeProof } from "@/lib/progress/proofs/proof-queue";
import { prove } from "@/lib/progress/proofs/prover";
import type { ProverAnswer } from "@/lib/progress/proofs/prover-answer";
import { provedScenarios } from "@/lib/progress/proofs/proved-scenarios";
import { findProof, mostInQueue, recordProof } from "@/lib/progress/proofs/record-proof";
import { useDatabase } from "@/lib/progress/testing/database";
import { proofOfHandler } from "@/lib/progress/testing/proofs";

vi.mock("@/lib/progress/proofs/prover", { spy: true });

useDatabase();

let learner: string;

async function send(proof: ProofRequest): Promise<ProofRequest> {
  const recording = await recordProof(proof, null);
  if (!recording.recorded) throw new Error(`refused: ${recording.problem}`);
  learner = recording.learnerId;
  return proof;
}

const ok: ProverAnswer = { kind: "proved", verdict: "ok", schedules: "7", states: 3, sentence: { ru: "всё верно", en: "ok" } };
const stateOf = async (id: string) => (await database().proofCheck.findUniqueOrThrow({ where: { proofId: id } })).state;
/** As if the lease of whoever holds a proof had passed. */
const endLeases = () => database().$executeRaw`UPDATE proof_check SET lease_until = clock_timestamp() - interval '1 second' WHERE state = 'running'`;

/** On a busy machine a first run may end without an answer: the proof then waits for a long one. */
async function runAll(): Promise<void> {
  while (await runNextProof());
}

beforeEach(() => {
  vi.mocked(prove).mockClear();
});

describe("the server's own run", () => {
  test("of a repair that holds makes the proof count; its sentence names number and bounds", async () => {
    const { id } = await send(proofOfHandler("fixed"));
    await runAll();
    const reply = await findProof(id, learner);
    expect(reply).toMatchObject({ state: "checked", verdict: "ok", holds: true });
    expect((await provedScenarios(learner)).map(({ scenario }) => scenario)).toEqual(["select-then-act"]);
    expect(await provedScenarios(null)).toEqual([]);
    expect(reply?.sentence).toMatch(/^In all [\d,]+ schedules \(2 workers, at most 2 crashes, 1 expiry\): ok\./);
    expect(await runNextProof()).toBe(false);
  });

  test("of a repair with a migration runs on the tables that it makes", async () => {
    const needsUnique = proofOfHandler("fixed", { handlers: { worker: proofOfHandler("fixed").handlers["worker"]?.replace("ON CONFLICT", "ON CONFLICT (msg_id)") ?? "" } });
    const { id } = await send({ ...needsUnique, migration: "ALTER TABLE processed ADD UNIQUE (msg_id);" });
    const owner = learner;
    const without = await send({ ...needsUnique, id: randomUUID() });
    await runAll();
    expect(await findProof(id, owner)).toMatchObject({ state: "checked", verdict: "ok", holds: true });
    expect(await findProof(without.id, learner)).toMatchObject({ state: "failed", holds: false });
  });

  test("of code that was claimed to hold and does not: the server's verdict counts", async () => {
    const { id } = await send(proofOfHandler("given", { verdict: "ok" }));
    await runAll();
    expect(await findProof(id, learner)).toMatchObject({ state: "checked", claimed: "ok", verdict: "double", holds: false });
    expect(await provedScenarios(learner)).toEqual([]);
  });

  test("within narrower bounds than the scenario's proves what it proves, and does not count", async () => {
    const proof = proofOfHandler("given");
    const faults = { ...proof.bounds.faults, crash: 0, expiry: 0 };
    const { id } = await send({ ...proof, bounds: { ...proof.bounds, faults } });
    await runAll();
    expect(await findProof(id, learner)).toMatchObject({ state: "checked", verdict: "ok", holds: false });
  });

  test("of what is no handler ends with the reason, in the language of the proof", async () => {
    const { id } = await send(proofOfHandler("fixed", { handlers: { worker: "export default 1 +" }, locale: "ru" }));
    await runAll();
    const reply = await findProof(id, learner);
    expect(reply).toMatchObject({ state: "failed", verdict: null, holds: false });
    expect(reply?.sentence).toMatch(/TypeScript/);
    expect(reply?.sentence).toMatch(/[а-я]/);
  });
});

describe("the queue", () => {
  beforeEach(() => {
    vi.mocked(prove).mockResolvedValue(ok);
  });

  test("gives a proof to one of many servers that ask at once", async () => {
    const sent = [await send(proofOfHandler("fixed")), await send(proofOfHandler("fixed"))];
    const taken = await Promise.all(Array.from({ length: 10 }, () => takeProof()));
    expect(taken.flatMap((one) => one?.id ?? []).sort()).toEqual(sent.map(({ id }) => id).sort());
  });

  test("gives a proof whose holder was killed to the next one, and the holder's late answer no longer counts", async () => {
    const { id } = await send(proofOfHandler("fixed"));
    const killed = await takeProof();
    expect(await takeProof()).toBeNull();
    await endLeases();
    const next = await takeProof();
    expect(next?.id).toBe(id);
    if (!killed || !next) throw new Error("nothing was taken");
    expect(await settleProof(killed, { ...ok, verdict: "lost" })).toBe(false);
    expect(await settleProof(next, ok)).toBe(true);
    expect(await settleProof(next, { ...ok, verdict: "lost" })).toBe(false);
    expect(await findProof(id, learner)).toMatchObject({ verdict: "ok", holds: true });
  });

  test("lets a proof that takes its time wait for the others, and gives it a longer run then", async () => {
    const slow = await send(proofOfHandler("fixed"));
    const quick = await send(proofOfHandler("fixed"));
    vi.mocked(prove).mockResolvedValueOnce({ kind: "ended", why: "time" });
    expect(await runNextProof()).toBe(true);
    expect([await stateOf(slow.id), await stateOf(quick.id)]).toEqual(["waiting", "waiting"]);
    await runNextProof();
    expect([await stateOf(slow.id), await stateOf(quick.id)]).toEqual(["waiting", "checked"]);
    await runNextProof();
    expect(await stateOf(slow.id)).toBe("checked");
    const [short, , long] = vi.mocked(prove).mock.calls.map(([, limits]) => limits?.milliseconds ?? 0);
    expect(long).toBeGreaterThan(5 * (short ?? Infinity));
  });

  test("takes no more than so many from readers without a cookie, each of whom is a new learner", async () => {
    for (let sent = 0; sent < mostInQueue; sent++) await send(proofOfHandler("fixed"));
    expect(await recordProof(proofOfHandler("fixed"), null)).toMatchObject({ recorded: false, problem: "too-many-proofs" });
    await runNextProof();
    expect(await recordProof(proofOfHandler("fixed"), null)).toMatchObject({ recorded: true });
  });

  test("gives up on a proof that has ended its holder four times, and says so", async () => {
    const { id } = await send(proofOfHandler("fixed"));
    for (let run = 0; run < 4; run++) {
      await takeProof();
      await endLeases();
    }
    expect(await runNextProof()).toBe(true);
    expect(prove).not.toHaveBeenCalled();
    expect(await findProof(id, learner)).toMatchObject({ state: "failed", holds: false });
  });

  test("keeps a proof for later when no process can be started", async () => {
    const { id } = await send(proofOfHandler("fixed"));
    vi.mocked(prove).mockRejectedValueOnce(new Error("spawn EAGAIN"));
    await expect(runNextProof()).rejects.toThrow("EAGAIN");
    expect(await stateOf(id)).toBe("waiting");
  });

  test("is emptied in the background, one proof at a time, whoever asks meanwhile", async () => {
    let [running, most] = [0, 0];
    vi.mocked(prove).mockImplementation(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running--;
      return ok;
    });
    const sent = await Promise.all([1, 2, 3].map(() => send(proofOfHandler("fixed"))));
    for (let call = 0; call < 5; call++) runWaitingProofs();
    const late = await send(proofOfHandler("fixed"));
    runWaitingProofs();
    await expect.poll(() => database().proofCheck.count({ where: { state: "checked" } }), { timeout: 10_000 }).toBe(sent.length + 1);
    expect(most).toBe(1);
    expect(await stateOf(late.id)).toBe("checked");
  });

  test("forgets what belongs to a learner who is deleted", async () => {
    await send(proofOfHandler("fixed"));
    await database().learner.delete({ where: { id: learner } });
    expect([await database().proof.count(), await runNextProof()]).toEqual([0, false]);
  });
});
