import "server-only";
import { labScenario } from "@/lib/content/load";
import { database } from "@/lib/db";
import type { ProvedScenario } from "@/lib/progress/proofs/contract";
import { proofReply } from "@/lib/progress/proofs/proof-reply";

/** Far more proofs than a course has scenarios; the newest count. */
const most = 500;

/** The scenarios whose repair a learner has proved, in the order of the first proof that counts. */
export async function provedScenarios(learnerId: string | null): Promise<ProvedScenario[]> {
  if (learnerId === null) return [];
  const checked = await database().proof.findMany({
    where: { learnerId, check: { state: "checked" } },
    include: { check: true },
    orderBy: { receivedAt: "desc" },
    take: most,
  });
  const proved = new Map<string, ProvedScenario>();
  for (const proof of checked.toReversed()) {
    const scenario = labScenario(proof.scenario)?.scenario;
    if (!scenario || proved.has(proof.scenario) || !proofReply(proof).holds) continue;
    proved.set(proof.scenario, { scenario: proof.scenario, title: scenario.title, at: proof.receivedAt.toISOString() });
  }
  return [...proved.values()];
}
