import "server-only";
import { randomUUID } from "node:crypto";
import { labScenario } from "@/lib/content/load";
import { database } from "@/lib/db";
import type { ProverAnswer } from "@/lib/progress/proofs/prover-answer";
import { prove, proverLimits, shortLimits, type ProverLimits } from "@/lib/progress/proofs/prover";
import { setupOfProof } from "@/lib/progress/proofs/setup-of-proof";
import { codeOfStored } from "@/lib/progress/proofs/stored-code";
import type { Bounds } from "@/lib/simulator/scenario/scenario";

/**
 * The queue of proofs that this server runs itself. It stands in Postgres: it outlives this process, and several
 * servers share it. Whoever takes a proof holds it for a lease, longer than a run can take; a holder that was killed
 * loses it, and a holder that wakes up after its lease may not write any more.
 *
 * A proof's first run is short, and one that does not end in it goes to the end of the queue for a long one: whoever
 * sends proofs that take their time does not keep the others waiting for theirs.
 */

/** A proof that was begun this often without an answer is not begun again. */
const mostRuns = 4;

const limitsOf = (runs: number): ProverLimits => (runs === 1 ? shortLimits : proverLimits);

/** How often a server looks for proofs that another one has left behind, in ms. */
const lookAgainMs = 15_000;

/** Twice what a run may take, in ms. */
const leaseOf = ({ milliseconds }: ProverLimits) => 2 * milliseconds;

interface Taken {
  id: string;
  token: string;
  runs: number;
}

/** Takes the proof that waits longest, or one whose holder is gone; null when there is none. */
export async function takeProof(): Promise<Taken | null> {
  const token = randomUUID();
  const [taken] = await database().$queryRaw<{ id: string; runs: number }[]>`
    UPDATE proof_check
    SET state = 'running', runs = runs + 1, run_token = ${token}::uuid,
        lease_until = clock_timestamp()
          + (CASE runs WHEN 0 THEN ${leaseOf(shortLimits)}::int ELSE ${leaseOf(proverLimits)}::int END) * interval '1 millisecond'
    WHERE proof_id = (
      SELECT proof_id FROM proof_check
      WHERE state = 'waiting' OR (state = 'running' AND lease_until < clock_timestamp())
      ORDER BY queued_at, proof_id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING proof_id AS id, runs`;
  return taken ? { ...taken, token } : null;
}

/** Writes how a run ended. @returns false when the lease was lost to somebody else: then theirs counts */
export async function settleProof({ id, token }: Taken, answer: ProverAnswer): Promise<boolean> {
  const written = await database().$executeRaw`
    UPDATE proof_check
    SET state = ${answer.kind === "proved" ? "checked" : "failed"}::proof_state, answer = ${JSON.stringify(answer)}::jsonb,
        finished_at = clock_timestamp(), run_token = NULL, lease_until = NULL
    WHERE proof_id = ${id}::uuid AND state = 'running' AND run_token = ${token}::uuid`;
  return written === 1;
}

/** Puts a proof back that was taken but not begun. */
async function putBack({ id, token }: Taken): Promise<void> {
  await database().$executeRaw`
    UPDATE proof_check SET state = 'waiting', runs = runs - 1, run_token = NULL, lease_until = NULL
    WHERE proof_id = ${id}::uuid AND state = 'running' AND run_token = ${token}::uuid`;
}

/** Puts a proof to the end of the queue that needs a longer run. */
async function postpone({ id, token }: Taken): Promise<void> {
  await database().$executeRaw`
    UPDATE proof_check SET state = 'waiting', queued_at = clock_timestamp(), run_token = NULL, lease_until = NULL
    WHERE proof_id = ${id}::uuid AND state = 'running' AND run_token = ${token}::uuid`;
}

/** Runs one proof of the queue. @returns false when there was none */
export async function runNextProof(): Promise<boolean> {
  const taken = await takeProof();
  if (!taken) return false;
  const proof = await database().proof.findUnique({ where: { id: taken.id } });
  // Its learner has asked to be forgotten meanwhile.
  if (!proof) return true;
  const lab = labScenario(proof.scenario);
  const code = { ...codeOfStored(proof.handlers), bounds: proof.bounds as unknown as Bounds };
  const setup = lab?.scenario.version === proof.scenarioVersion ? setupOfProof(lab, code) : null;
  if (!setup || taken.runs > mostRuns) {
    await settleProof(taken, { kind: "ended", why: "broken" });
    return true;
  }
  const answer = await prove(setup, limitsOf(taken.runs)).catch(async (error: unknown) => {
    await putBack(taken);
    throw error;
  });
  const needsLonger = answer.kind === "partial" || (answer.kind === "ended" && answer.why === "time");
  if (taken.runs === 1 && needsLonger) await postpone(taken);
  else await settleProof(taken, answer);
  return true;
}

// In development every change loads this module again; one queue at a time is enough.
const shared = globalThis as typeof globalThis & { proofQueue?: { isRunning: boolean; isAsked: boolean; timer?: NodeJS.Timeout } };
const queue = (shared.proofQueue ??= { isRunning: false, isAsked: false });

/**
 * Runs what waits, one proof after the other, in the background. Failures go to the log: the queue keeps what is not
 * done.
 */
export function runWaitingProofs(): void {
  // A call at the very moment when the queue was found empty must not be lost.
  queue.isAsked = true;
  if (!queue.isRunning) void emptyQueue();
}

async function emptyQueue(): Promise<void> {
  queue.isRunning = true;
  try {
    while (queue.isAsked) {
      queue.isAsked = false;
      while (await runNextProof());
    }
  } catch (error) {
    console.warn(`Proofs wait: ${error instanceof Error ? error.message.trim().split("\n").at(-1) : String(error)}`);
  } finally {
    queue.isRunning = false;
  }
}

/** Called once when the server starts: takes up what earlier servers have left, now and from time to time. */
export function startProofQueue(): void {
  runWaitingProofs();
  clearInterval(queue.timer);
  queue.timer = setInterval(runWaitingProofs, lookAgainMs).unref();
}
