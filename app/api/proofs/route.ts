import { commitRoute, onlyPost } from "@/lib/progress/commit-route";
import { runWaitingProofs } from "@/lib/progress/proofs/proof-queue";
import { parseProofRequest } from "@/lib/progress/proofs/proof-request";
import { recordProof } from "@/lib/progress/proofs/record-proof";

/** Records a repaired handler and replies with what the server knows about it (`ProofReply`). Safe to repeat. */
export const POST = commitRoute({
  // The longest code, should each of its characters have to be escaped in JSON, and its bounds.
  largestBody: 320 * 1024,
  parse: parseProofRequest,
  async record(proof, cookieLearner) {
    const recording = await recordProof(proof, cookieLearner);
    if (recording.recorded && recording.reply.state === "waiting") runWaitingProofs();
    return recording;
  },
  complaint: "A proof could not be recorded:",
});

export { onlyPost as DELETE, onlyPost as GET, onlyPost as OPTIONS, onlyPost as PATCH, onlyPost as PUT };
