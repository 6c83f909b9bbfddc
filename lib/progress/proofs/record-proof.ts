import "server-only";
import { randomUUID } from "node:crypto";
import type { Proof, ProofCheck } from "@/generated/prisma/client";
import { labScenario } from "@/lib/content/load";
import { database, type Transaction } from "@/lib/db";
import type { ProblemName } from "@/lib/progress/problems";
import type { ProofReply, ProofRequest } from "@/lib/progress/proofs/contract";
import { proofReply } from "@/lib/progress/proofs/proof-reply";
import { setupOfProof } from "@/lib/progress/proofs/setup-of-proof";
import { storedCode } from "@/lib/progress/proofs/stored-code";
import { canonical } from "@/lib/simulator/plain";

/** Proofs of one learner that may wait for the server at a time: each keeps a core busy. */
export const mostWaiting = 3;

/** Proofs of everybody that may wait at a time: who has no cookie yet is limited by this alone. */
export const mostInQueue = 50;

/** Whole seconds after which a refused proof is worth another try. */
const retryAfter = 5;

export type ProofRefusal = {
  problem: Extract<ProblemName, "unknown-scenario" | "other-version" | "other-proof" | "other-learner" | "too-many-proofs">;
  retryAfter?: number;
};

export type ProofRecording = { recorded: true; learnerId: string; reply: ProofReply } | ({ recorded: false } & ProofRefusal);

type Stored = Proof & { check: ProofCheck | null };

/**
 * Records a proof once, however often it is sent, and puts it into the queue of those that the server runs itself. As
 * with answers, a stored row always wins: what refuses a proof refuses only a new one.
 *
 * @param cookieLearner see `recordAttempt`
 * @throws when the database fails; nothing is recorded then, or everything is and a repetition gets the reply
 */
export async function recordProof(request: ProofRequest, cookieLearner: string | null): Promise<ProofRecording> {
  const outcome = await database().$transaction((tx) => record(tx, request, cookieLearner), { isolationLevel: "ReadCommitted" });
  if ("problem" in outcome) return { recorded: false, ...outcome };
  return { recorded: true, learnerId: outcome.learnerId, reply: proofReply(outcome) };
}

/** What became of a proof; null for an id that is not stored or is another learner's. */
export async function findProof(id: string, learnerId: string): Promise<ProofReply | null> {
  const stored = await database().proof.findUnique({ where: { id, learnerId }, include: { check: true } });
  return stored && proofReply(stored);
}

async function record(tx: Transaction, request: ProofRequest, cookieLearner: string | null): Promise<Stored | ProofRefusal> {
  const learner = cookieLearner === null ? null : await tx.learner.findUnique({ where: { id: cookieLearner } });
  const refusal = await insertUnlessRefused(tx, request, learner?.id ?? null);
  // In a statement of its own: it sees the row that a rival committed while the insert waited.
  const stored = await tx.proof.findUnique({ where: { id: request.id }, include: { check: true } });
  if (!stored && refusal) return refusal;
  if (!stored) throw new Error(`Proof ${request.id} was neither stored nor refused.`);
  if (learner && stored.learnerId !== learner.id) return { problem: "other-learner" };
  return isSameProof(stored, request) ? stored : { problem: "other-proof" };
}

/** Null also when the id is stored already, by anybody. */
async function insertUnlessRefused(tx: Transaction, request: ProofRequest, learner: string | null): Promise<ProofRefusal | null> {
  const lab = labScenario(request.scenario);
  if (!lab || !setupOfProof(lab, request)) return { problem: "unknown-scenario" };
  if (lab.scenario.version !== request.scenarioVersion) return { problem: "other-version" };
  const learnerId = learner ?? randomUUID();
  // Held to the end of the transaction: the next proof of this learner waits here, then counts this one too.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${learnerId} proofs`}, 0))`;
  const waiting = await tx.proofCheck.count({ where: { proof: { learnerId }, state: { in: ["waiting", "running"] } } });
  const inQueue = await tx.proofCheck.count({ where: { state: { in: ["waiting", "running"] } } });
  if (waiting >= mostWaiting || inQueue >= mostInQueue) return { problem: "too-many-proofs", retryAfter };

  if (learner === null) await tx.learner.create({ data: { id: learnerId } });
  const isNew = await insertProof(tx, request, learnerId);
  if (isNew) await tx.proofCheck.create({ data: { proofId: request.id } });
  else if (learner === null) await tx.learner.delete({ where: { id: learnerId } });
  return null;
}

/** Insert or nothing. @returns false when the id is stored already; waits for a rival that is inserting it right now */
async function insertProof(tx: Transaction, proof: ProofRequest, learnerId: string): Promise<boolean> {
  const inserted = await tx.$executeRaw`
    INSERT INTO proof (id, learner_id, scenario, scenario_version, handlers, bounds, verdict, locale, answered_at, received_at)
    VALUES (
      ${proof.id}::uuid, ${learnerId}::uuid, ${proof.scenario}, ${proof.scenarioVersion},
      ${JSON.stringify(storedCode(proof))}::jsonb, ${JSON.stringify(proof.bounds)}::jsonb, ${proof.verdict},
      ${proof.locale}::locale, ${proof.answeredAt}::timestamptz, clock_timestamp()
    ) ON CONFLICT (id) DO NOTHING`;
  return inserted === 1;
}

function isSameProof(stored: Proof, request: ProofRequest): boolean {
  return (
    stored.scenario === request.scenario &&
    stored.scenarioVersion === request.scenarioVersion &&
    canonical(stored.handlers) === canonical(storedCode(request)) &&
    canonical(stored.bounds) === canonical(request.bounds) &&
    stored.verdict === request.verdict &&
    stored.locale === request.locale &&
    stored.answeredAt.getTime() === Date.parse(request.answeredAt)
  );
}
