import type { Refusal, RefusalCode } from "../process/history";
import type { Deed } from "../world/database/execution";
import type { Fact } from "../world/facts";

type Of<Name extends Fact["fact"]> = Extract<Fact, { fact: Name }>;
type Done<Name extends Deed["deed"]> = Extract<Deed, { deed: Name }>;

/** Forms of the sentences that one language must have. `life` is the process as people see it: A, A₂. */
export interface Sentences {
  /** Something that happened. */
  facts: {
    [Name in Exclude<Fact["fact"], "sql" | "reply-lost" | "server-error">]: (fact: Of<Name>, life: string) => string;
  };
  /** What a statement did. */
  deeds: { [Name in Deed["deed"]]: (deed: Done<Name>, life: string) => string };
  /** What a lost answer or a server error adds to the sentence of what was done. */
  replyLost: (applied: string | null, life: string) => string;
  serverError: (applied: string) => string;
  /** Why a handler cannot run here, without the place. */
  refusals: { [Code in RefusalCode]: (refusal: Refusal) => string };
  /** The place, put before the sentence. */
  at: (line: number, column: number | null) => string;
  /** What the place is in, when it is not the handler. */
  migration: string;
}
