import { IdempotencyError, IdempotencyKeyInvalidError } from "../errors";
import { toAbortSignal } from "../platform/abort-signal";
import { sha256Hex } from "../sha256";
import type { Coordinator, Outcome } from "../types";
import { encodeUtf8 } from "../utf8";
import { parseKeyHeader } from "./key-header";
import { problem } from "./problem";
import { restoreResponse, storedResponseCodec, storeResponse, type StoredResponse } from "./stored-response";

export interface IdempotentRouteOptions {
  coordinator: Coordinator;
  /** The kind of effect, for instance `POST /charges`. */
  operation: string;
  /**
   * Who is asking: the account behind the credentials, never something that a client can choose. Two callers with one
   * key must not see each other's responses.
   */
  scope: (request: Request) => string | Promise<string>;
  /** Refuse requests without a key. True when left out. */
  required?: boolean;
  /** Methods that need protection; others pass through. POST and PATCH when left out. */
  methods?: readonly string[];
  /** Headers that are replayed. Set-Cookie never is. */
  replayedHeaders?: readonly string[];
  /**
   * Responses after which the same key may try again at once, because nothing has happened. 429 and 503 when left out,
   * which say so by definition. All others are stored, 500 included: its effect may have happened.
   */
  mayRetry?: (response: Response) => boolean;
  retentionMs?: number;
  /** `raise` when left out: a client that waits holds a connection. */
  inFlight?: "wait" | "raise";
}

/** What the handler needs to protect its own calls. Null in a request without a key. */
export interface Protection {
  downstreamKey: string | null;
  fencingToken: number | null;
  takeover: boolean;
  signal: AbortSignal | null;
}

export type ProtectedHandler = (request: Request, protection: Protection) => Promise<Response> | Response;

const defaultReplayedHeaders = ["content-type", "content-language", "location", "etag", "last-modified", "link"];
const unprotected: Protection = { downstreamKey: null, fencingToken: null, takeover: false, signal: null };

/**
 * Makes a route handler idempotent by the header `Idempotency-Key`, as draft-ietf-httpapi-idempotency-key-header-07 asks:
 * 400 without a key where one is required or with a bad one, 409 with Retry-After while the first request runs, 422
 * with another payload, otherwise the stored response, status and chosen headers included. Errors are problem+json.
 */
export function idempotentRoute(handler: ProtectedHandler, options: IdempotentRouteOptions) {
  const { coordinator, operation, scope, retentionMs, inFlight = "raise" } = options;
  const { required = true, methods = ["POST", "PATCH"], replayedHeaders = defaultReplayedHeaders } = options;
  const { mayRetry = ({ status }) => status === 429 || status === 503 } = options;

  return async function handle(request: Request): Promise<Response> {
    if (!methods.includes(request.method)) return handler(request, unprotected);
    const header = request.headers.get("idempotency-key");
    if (header === null) return required ? missingKey() : handler(request, unprotected);
    const parsed = parseKeyHeader(header);
    if ("problem" in parsed) return invalidKey(parsed.problem);
    /** What the handler answered here: the one who asked first gets all of it, cookies included. */
    const own: { response: Response | null } = { response: null };
    try {
      const identity = { operation, key: parsed.key, scope: await scope(request) };
      const fingerprint = await fingerprintOfRequest(request);
      const outcome = await coordinator.execute(
        { ...identity, fingerprint, retentionMs, inFlight, codec: storedResponseCodec },
        async ({ downstreamKey, fencingToken, takeover, signal }) => {
          const protection = { downstreamKey, fencingToken, takeover, signal: toAbortSignal(signal) };
          const response = await handler(request, protection);
          if (mayRetry(response)) throw new NotStored(response);
          own.response = response;
          return storeResponse(response.clone(), replayedHeaders);
        },
      );
      const ranHere = outcome.kind === "executed" || outcome.kind === "unprotected";
      return ranHere && own.response !== null ? own.response : responseOf(outcome);
    } catch (error) {
      if (error instanceof NotStored) return error.response;
      if (error instanceof IdempotencyKeyInvalidError) return invalidKey(error.message);
      if (error instanceof IdempotencyError && error.httpStatus === 503) return unavailable(error);
      throw error;
    }
  };
}

/** A response that says that nothing has happened: the key is given back, the response passed on. */
class NotStored extends Error {
  constructor(readonly response: Response) {
    super("the handler asked for another try");
  }
}

function responseOf(outcome: Outcome<StoredResponse>): Response {
  switch (outcome.kind) {
    case "executed":
    case "unprotected":
    case "replayed":
    case "waited":
      return restoreResponse(outcome.value);
    case "in-progress":
      return problem(
        409,
        "in-progress",
        "A request with this Idempotency-Key is still being processed",
        "Repeat the request with the same key after the time in Retry-After.",
        outcome,
      );
    case "key-reuse":
      return problem(
        422,
        "key-reused",
        "This Idempotency-Key was used with another request",
        "Use a new key for a new request; repeat a request exactly to get its response again.",
      );
    case "lease-lost":
      if (outcome.stored !== null) return restoreResponse(outcome.stored.value);
      return problem(
        409,
        "overtaken",
        "Another server has taken over this request",
        "Repeat the request with the same key to get its response.",
        { retryAfterMs: 1000 },
      );
    case "outcome-unknown":
      return problem(
        503,
        "outcome-unknown",
        "It is not known whether this request has taken effect",
        "Repeat the request with the same key after the time in Retry-After.",
        outcome,
      );
  }
}

function missingKey(): Response {
  const detail = 'Send a header Idempotency-Key with a string that is new for each new request, for instance a UUID: "8e03978e-…".';
  return problem(400, "key-missing", "Idempotency-Key is missing", detail);
}

function invalidKey(detail: string): Response {
  return problem(400, "key-invalid", "Idempotency-Key is invalid", detail);
}

function unavailable(error: IdempotencyError): Response {
  const title = "The request cannot be protected against repetition right now";
  return problem(503, "store-unavailable", title, error.message, { retryAfterMs: 1000 });
}

/** Method, target, media type and every byte of the body. The handler still gets the body. */
async function fingerprintOfRequest(request: Request): Promise<string> {
  const { pathname, search } = new URL(request.url);
  const head = JSON.stringify([request.method, pathname, search, request.headers.get("content-type")]);
  const body = new Uint8Array(await request.clone().arrayBuffer());
  const headBytes = encodeUtf8(head);
  const bytes = new Uint8Array(headBytes.length + body.length);
  bytes.set(headBytes);
  bytes.set(body, headBytes.length);
  return sha256Hex(bytes);
}
