import { preferredLocale } from "@/lib/accept-language";
import { learnerCookie, learnerOf } from "@/lib/identity/learner";
import { isSameOrigin } from "@/lib/identity/same-origin";
import { readJson } from "@/lib/progress/json-body";
import { failureResponse, problemResponse } from "@/lib/progress/problems";
import { runWaitingProofs } from "@/lib/progress/proofs/proof-queue";
import { parseProofRequest } from "@/lib/progress/proofs/proof-request";
import { recordProof } from "@/lib/progress/proofs/record-proof";

/** The longest code, should each of its characters have to be escaped in JSON, and its bounds. */
const largestBody = 320 * 1024;

/** Records a repaired handler and replies with what the server knows about it (`ProofReply`), or with a problem. Safe to repeat. */
export async function POST(request: Request): Promise<Response> {
  let locale = preferredLocale(request.headers.get("accept-language"));
  try {
    if (!isSameOrigin(request.headers)) return problemResponse("foreign-origin", locale);
    const body = await readJson(request, largestBody);
    if (!body.ok) return problemResponse(body.problem, locale);
    const parsed = parseProofRequest(body.value);
    locale = parsed.locale ?? locale;
    if (!parsed.ok) return problemResponse("invalid", locale, { detail: parsed.detail(locale) });

    const recording = await recordProof(parsed.proof, learnerOf(request));
    if (!recording.recorded) return problemResponse(recording.problem, locale, { retryAfter: recording.retryAfter });
    if (recording.reply.state === "waiting") runWaitingProofs();
    return Response.json(recording.reply, {
      headers: { "Cache-Control": "no-store", "Set-Cookie": learnerCookie(recording.learnerId, request) },
    });
  } catch (error) {
    return failureResponse("A proof could not be recorded:", error, locale);
  }
}

function refuseMethod(request: Request): Response {
  return problemResponse("method-not-allowed", preferredLocale(request.headers.get("accept-language")), { allow: "POST" });
}

export { refuseMethod as DELETE, refuseMethod as GET, refuseMethod as OPTIONS, refuseMethod as PATCH, refuseMethod as PUT };
