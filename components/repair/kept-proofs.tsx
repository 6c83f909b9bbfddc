"use client";

import { useEffect } from "react";
import { proofsKey } from "@/lib/outbox/proofs-key";
import { quietly } from "@/lib/outbox/quietly";

/** Shows nothing: sends proofs that an earlier visit could not, whatever page this one begins with. */
export function KeptProofs() {
  useEffect(() => {
    // Every page looks; what sends is loaded where there is something to send.
    if (!quietly(() => localStorage.getItem(proofsKey))) return undefined;
    let stop = () => {};
    let isWanted = true;
    const send = async () => {
      const [{ proofStore }, { sendKeptProofs }, { proofPorts }] = await Promise.all([
        import("@/lib/outbox/proof-store"),
        import("@/lib/outbox/send-kept-proofs"),
        import("@/lib/outbox/browser-ports"),
      ]);
      if (isWanted) stop = sendKeptProofs(proofStore(() => localStorage), proofPorts);
    };
    // Not loaded: they stay kept, and the visit after this one tries again.
    send().catch(() => undefined);
    return () => {
      isWanted = false;
      stop();
    };
  }, []);
  return null;
}
