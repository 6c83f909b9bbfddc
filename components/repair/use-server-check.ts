import { useEffect, useMemo, useState } from "react";
import { newAttemptId } from "@/lib/outbox/attempt-id";
import { proofPorts } from "@/lib/outbox/browser-ports";
import { deliver, type Delivery } from "@/lib/outbox/delivery";
import { proofStore } from "@/lib/outbox/proof-store";
import type { ProofReply, ProofRequest } from "@/lib/progress/proofs/contract";

/** What the browser has proved, as it is sent: the id and the time are given to it when it is. */
export type ProvedHere = Omit<ProofRequest, "id" | "answeredAt">;

/** Until the server has one it is kept for the next visit. */
const kept = proofStore(() => localStorage);

/** How often the server is asked whether it is done, in ms. */
const askAgainMs = 1500;

/**
 * Sends a proof to the server, once, and follows its own run of it. Null for what is no proof; another proof is another
 * commit. The same code proved again in this page keeps its place. One that cannot be delivered before the page is left
 * is sent by the next visit.
 */
export function useServerCheck(proved: ProvedHere | null): Delivery<ProofReply> | null {
  const text = proved && JSON.stringify(proved);
  const commit = useMemo(
    (): ProofRequest | null => text === null ? null : { ...(JSON.parse(text) as ProvedHere), id: newAttemptId(), answeredAt: new Date().toISOString() },
    [text],
  );
  /** With the id it is about: what is known of an earlier proof says nothing about this one. */
  const [known, setKnown] = useState<{ id: string; delivery: Delivery<ProofReply> } | null>(null);

  useEffect(() => {
    if (!commit) return;
    const { id } = commit;
    kept.write(commit);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (delivery: Delivery<ProofReply>) => {
      setKnown({ id, delivery });
      if (delivery.state !== "sending" && delivery.state !== "waiting") kept.remove(commit);
      if (delivery.state !== "recorded" || delivery.reply.state !== "waiting") return;
      timer = setTimeout(() => void ask(id).then((reply) => follow(reply ? { state: "recorded", reply } : delivery)), askAgainMs);
    };
    const sending = deliver<ProofRequest, ProofReply>(commit, proofPorts, follow);
    return () => {
      sending.stop();
      clearTimeout(timer);
    };
  }, [commit]);

  return known !== null && known.id === commit?.id ? known.delivery : null;
}

/** What the server knows by now; null when it cannot be asked at the moment. */
async function ask(id: string): Promise<ProofReply | null> {
  try {
    const response = await fetch(`/api/proofs/${id}`);
    return response.ok ? ((await response.json()) as ProofReply) : null;
  } catch {
    return null;
  }
}
