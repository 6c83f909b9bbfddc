import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { labScenario } from "@/lib/content/load";
import type { ProofRequest } from "@/lib/progress/proofs/contract";

const slug = "select-then-act";

/** A proof of one of the handlers of `select-then-act`, as a learner would send it. */
export function proofOfHandler(handler: string, changes: Partial<ProofRequest> = {}): ProofRequest {
  const lab = labScenario(slug);
  if (!lab) throw new Error("There is no compiled content. Run: npm run content:compile");
  return {
    id: randomUUID(),
    scenario: slug,
    scenarioVersion: lab.scenario.version,
    handlers: { worker: readFileSync(`content/scenarios/${slug}/handlers/${handler}.ts`, "utf8") },
    migration: "",
    bounds: lab.scenario.bounds,
    verdict: "ok",
    locale: "en",
    answeredAt: "2026-11-30T12:00:00.000Z",
    ...changes,
  };
}
