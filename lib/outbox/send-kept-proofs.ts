import { deliver, type DeliveryPorts } from "@/lib/outbox/delivery";
import { DeliveryLine } from "@/lib/outbox/delivery-line";
import type { ProofStore } from "@/lib/outbox/proof-store";
import type { ProofReply, ProofRequest } from "@/lib/progress/proofs/contract";

/**
 * Sends what an earlier visit could not, one proof after the other, under the ids that they had then. A proof stays kept
 * until the server has answered it for good. Returns the way to stop.
 */
export function sendKeptProofs(store: ProofStore, ports: DeliveryPorts<ProofRequest>): () => void {
  const line = new DeliveryLine();
  const deliveries = store.all().map((proof) =>
    deliver<ProofRequest, ProofReply>(
      proof,
      ports,
      ({ state }) => {
        if (state === "recorded" || state === "superseded" || state === "refused") store.remove(proof);
      },
      line,
    ),
  );
  return () => deliveries.forEach(({ stop }) => stop());
}
