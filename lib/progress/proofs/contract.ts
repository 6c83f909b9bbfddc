import type { Bounds, VerdictName } from "@/lib/simulator/scenario/scenario";
import type { Locale } from "@/lib/locale";

/**
 * What the browser and the server say to each other about proofs. Types and constants only, so that client components
 * may import it. The server validates with zod in `proof-request.ts`.
 */

export const verdictNames = ["double", "lost", "wrong", "stuck", "ok"] as const satisfies readonly VerdictName[];

/** Characters of a handler that is kept, taken from a link or proved, and of all handlers of a proof together. */
export const longestCode = 50_000;

/** Body of `POST /api/proofs`. */
export interface ProofRequest {
  /** UUID made by the client when the learner sends the proof. It names this commit of this code, not the request. */
  id: string;
  scenario: string;
  /** Of the scenario that the page has shown: another one would be another claim. */
  scenarioVersion: string;
  /** What the learner wrote, by role. Other roles run the first handler that the scenario declares. */
  handlers: Record<string, string>;
  /** What the learner adds to the tables, as SQL; empty for nothing. */
  migration: string;
  bounds: Bounds;
  /** The worst verdict of all schedules, as the browser found it. */
  verdict: VerdictName;
  locale: Locale;
  /** The client's clock, ISO 8601. */
  answeredAt: string;
}

/** Answer of `POST /api/proofs` and `GET /api/proofs/:id`. */
export interface ProofReply {
  id: string;
  scenario: string;
  /** `waiting` until the server has run it; `failed` when it could not be run to its end. */
  state: "waiting" | "checked" | "failed";
  /** What the browser had found. */
  claimed: VerdictName;
  /** The worst verdict that the server found; null until then, and for what it could not prove. */
  verdict: VerdictName | null;
  /** Whether it counts: every schedule ends well, within bounds at least as wide as the scenario's own. */
  holds: boolean;
  /** What the server says about it, in the language of the proof; null until then. */
  sentence: string | null;
}

/** A scenario with a proof that counts. */
export interface ProvedScenario {
  scenario: string;
  title: Record<Locale, string>;
  /** When the first such proof was received, ISO 8601. */
  at: string;
}
