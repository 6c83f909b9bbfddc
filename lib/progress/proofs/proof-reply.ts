import "server-only";
import type { Proof, ProofCheck } from "@/generated/prisma/client";
import { labScenario } from "@/lib/content/load";
import type { Words } from "@/lib/simulator/plain";
import type { Bounds, VerdictName } from "@/lib/simulator/scenario/scenario";
import type { ProofReply } from "@/lib/progress/proofs/contract";
import { type ProverAnswer, proverAnswerSchema } from "@/lib/progress/proofs/prover-answer";
import { coversScenario } from "@/lib/progress/proofs/setup-of-proof";

/** Why there is no verdict, and what to do about it. */
const ends: Record<Extract<ProverAnswer, { kind: "ended" }>["why"], Words> = {
  time: {
    ru: "Серверу не хватило времени, чтобы проверить все расписания. Сузьте границы или упростите обработчик и докажите ещё раз.",
    en: "The server's time was over before it had seen all schedules. Narrow the bounds or simplify the handler, then prove it again.",
  },
  memory: {
    ru: "Серверу не хватило памяти, чтобы проверить все расписания. Сузьте границы или упростите обработчик и докажите ещё раз.",
    en: "The server's memory was full before it had seen all schedules. Narrow the bounds or simplify the handler, then prove it again.",
  },
  broken: {
    ru: "Проверка на сервере оборвалась из-за нашей ошибки. Код записан, его можно доказать ещё раз.",
    en: "A defect of ours broke the server's check. The code is recorded, and can be proved again.",
  },
};

/** What the learner is told about a proof. A pure function of the stored rows and of the scenario's own bounds. */
export function proofReply({ check, ...proof }: Proof & { check: ProofCheck | null }): ProofReply {
  const answer = check?.answer ? proverAnswerSchema.parse(check.answer) : null;
  const verdict = answer?.kind === "proved" ? answer.verdict : null;
  const scenario = labScenario(proof.scenario)?.scenario;
  return {
    id: proof.id,
    scenario: proof.scenario,
    state: answer === null ? "waiting" : verdict === null ? "failed" : "checked",
    claimed: proof.verdict as VerdictName,
    verdict,
    holds: verdict === "ok" && scenario !== undefined && coversScenario(proof.bounds as unknown as Bounds, scenario),
    sentence: answer && (answer.kind === "ended" ? ends[answer.why] : answer.sentence)[proof.locale],
  };
}
