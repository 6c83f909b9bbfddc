import { proofsKey as key } from "@/lib/outbox/proofs-key";
import { quietly, type TextStorage } from "@/lib/outbox/quietly";
import type { ProofRequest } from "@/lib/progress/proofs/contract";

/**
 * Proofs that the server has not answered yet, the latest of each scenario: a tab may be closed before one has arrived,
 * and the next visit sends the *same* proof again. Writes are lost silently where the browser allows no storage.
 */
export interface ProofStore {
  all: () => ProofRequest[];
  write: (proof: ProofRequest) => void;
  /** Forgets this proof; another one kept for the same scenario stays. */
  remove: (proof: ProofRequest) => void;
}

export function proofStore(open: () => TextStorage): ProofStore {
  const all = (): ProofRequest[] => {
    const text = quietly(() => open().getItem(key));
    const kept: unknown = text ? quietly(() => JSON.parse(text)) : null;
    return Array.isArray(kept) ? kept.filter(isProof) : [];
  };
  const keep = (proofs: readonly ProofRequest[]) =>
    void quietly(() => (proofs.length === 0 ? open().removeItem(key) : open().setItem(key, JSON.stringify(proofs))));
  return {
    all,
    write: (proof) => keep([...all().filter(({ scenario }) => scenario !== proof.scenario), proof]),
    remove: ({ id }) => keep(all().filter((proof) => proof.id !== id)),
  };
}

/** Enough to send it again. The server checks the rest and says what it does not accept. */
function isProof(value: unknown): value is ProofRequest {
  if (typeof value !== "object" || value === null) return false;
  const { id, scenario, handlers } = value as Record<keyof ProofRequest, unknown>;
  return typeof id === "string" && typeof scenario === "string" && typeof handlers === "object" && handlers !== null;
}
