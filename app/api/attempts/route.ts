import { preferredLocale } from "@/lib/accept-language";
import { learnerCookie, learnerOf } from "@/lib/identity/learner";
import { isSameOrigin } from "@/lib/identity/same-origin";
import { parseAttemptRequest } from "@/lib/progress/attempt-request";
import { readJson } from "@/lib/progress/json-body";
import { failureResponse, problemResponse } from "@/lib/progress/problems";
import { recordAttempt } from "@/lib/progress/record-attempt";

/** An attempt has well under 2 KB. */
const largestBody = 16 * 1024;

/** Records an answer and replies with its verdict (`AttemptReply`), or with a problem (RFC 9457). Safe to repeat. */
export async function POST(request: Request): Promise<Response> {
  let locale = preferredLocale(request.headers.get("accept-language"));
  try {
    if (!isSameOrigin(request.headers)) return problemResponse("foreign-origin", locale);
    const body = await readJson(request, largestBody);
    if (!body.ok) return problemResponse(body.problem, locale);
    const parsed = parseAttemptRequest(body.value);
    locale = parsed.locale ?? locale;
    if (!parsed.ok) return problemResponse("invalid", locale, { detail: parsed.detail(locale) });

    const recording = await recordAttempt(parsed.attempt, learnerOf(request));
    if (!recording.recorded) return problemResponse(recording.problem, locale, { retryAfter: recording.retryAfter });
    return Response.json(recording.reply, {
      headers: { "Cache-Control": "no-store", "Set-Cookie": learnerCookie(recording.learnerId, request) },
    });
  } catch (error) {
    return failureResponse("An answer could not be recorded:", error, locale);
  }
}

function refuseMethod(request: Request): Response {
  return problemResponse("method-not-allowed", preferredLocale(request.headers.get("accept-language")), {
    allow: "POST",
  });
}

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as OPTIONS,
  refuseMethod as PATCH,
  refuseMethod as PUT,
};
