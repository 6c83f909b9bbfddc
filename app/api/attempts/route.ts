import { parseAttemptRequest } from "@/lib/progress/attempt-request";
import { commitRoute, onlyPost } from "@/lib/progress/commit-route";
import { recordAttempt } from "@/lib/progress/record-attempt";

/** Records an answer and replies with its verdict (`AttemptReply`). Safe to repeat. */
export const POST = commitRoute({
  // An attempt has well under 2 KB.
  largestBody: 16 * 1024,
  parse: parseAttemptRequest,
  record: recordAttempt,
  complaint: "An answer could not be recorded:",
});

export { onlyPost as DELETE, onlyPost as GET, onlyPost as OPTIONS, onlyPost as PATCH, onlyPost as PUT };
