import { longestCode } from "@/lib/progress/proofs/contract";
import { quietly, type TextStorage } from "@/lib/outbox/quietly";

/** A handler as a learner has written it. */
export interface KeptCode {
  source: string;
  /** How often it was proved or refuted. */
  tries: number;
}

/**
 * Handlers that learners have written, one per scenario and role, in this browser. They leave it only in a link that
 * the learner makes, or with a proof.
 */
export interface CodeStore {
  /** Null when nothing was written, or when the browser keeps nothing. */
  read: (scenario: string, role: string) => KeptCode | null;
  /** Returns whether it is kept. */
  write: (scenario: string, role: string, code: KeptCode) => boolean;
}

const prefix = "crash-window:code:";

export function codeStore(open: () => TextStorage): CodeStore {
  const keyOf = (scenario: string, role: string) => `${prefix}${scenario}:${role}`;
  return {
    read(scenario, role) {
      const text = quietly(() => open().getItem(keyOf(scenario, role)));
      const kept: unknown = text ? quietly(() => JSON.parse(text)) : null;
      return isKept(kept) ? kept : null;
    },
    write(scenario, role, code) {
      const isWritten = quietly(() => {
        open().setItem(keyOf(scenario, role), JSON.stringify(code));
        return true;
      });
      return isWritten === true;
    },
  };
}

function isKept(value: unknown): value is KeptCode {
  if (typeof value !== "object" || value === null) return false;
  const { source, tries } = value as Record<string, unknown>;
  return typeof source === "string" && source.length <= longestCode && Number.isSafeInteger(tries) && Number(tries) >= 0;
}
