import "server-only";
import { preferredLocale } from "@/lib/accept-language";
import { learnerCookie, learnerOf } from "@/lib/identity/learner";
import { isSameOrigin } from "@/lib/identity/same-origin";
import type { Locale } from "@/lib/locale";
import { readJson } from "@/lib/progress/json-body";
import { failureResponse, problemResponse, type ProblemName } from "@/lib/progress/problems";

/** A body that was checked, or why it was refused; `locale` is the body's, if readable. */
export type ParsedCommit<Commit> =
  | { ok: true; locale: Locale; commit: Commit }
  | { ok: false; locale: Locale | null; detail: (locale: Locale) => string };

interface CommitRoute<Commit, Reply> {
  /** Bytes. */
  largestBody: number;
  parse: (body: unknown) => ParsedCommit<Commit>;
  /** @param cookieLearner the learner that the request names, or null */
  record: (
    commit: Commit,
    cookieLearner: string | null,
  ) => Promise<{ recorded: true; learnerId: string; reply: Reply } | { recorded: false; problem: ProblemName; retryAfter?: number }>;
  /** Stands before an error in the log. */
  complaint: string;
}

/** A handler that records one commit of a learner and replies with what became of it, or with a problem (RFC 9457). */
export function commitRoute<Commit, Reply>({ largestBody, parse, record, complaint }: CommitRoute<Commit, Reply>) {
  return async (request: Request): Promise<Response> => {
    let locale = preferredLocale(request.headers.get("accept-language"));
    try {
      if (!isSameOrigin(request.headers)) return problemResponse("foreign-origin", locale);
      const body = await readJson(request, largestBody);
      if (!body.ok) return problemResponse(body.problem, locale);
      const parsed = parse(body.value);
      locale = parsed.locale ?? locale;
      if (!parsed.ok) return problemResponse("invalid", locale, { detail: parsed.detail(locale) });

      const recording = await record(parsed.commit, learnerOf(request));
      if (!recording.recorded) return problemResponse(recording.problem, locale, { retryAfter: recording.retryAfter });
      return Response.json(recording.reply, {
        headers: { "Cache-Control": "no-store", "Set-Cookie": learnerCookie(recording.learnerId, request) },
      });
    } catch (error) {
      return failureResponse(complaint, error, locale);
    }
  };
}

/** For all methods but POST. */
export function onlyPost(request: Request): Response {
  return problemResponse("method-not-allowed", preferredLocale(request.headers.get("accept-language")), { allow: "POST" });
}
