"use client";

import { useEffect } from "react";
import { proofStore } from "@/lib/outbox/proof-store";

/** Shows nothing: sends proofs that an earlier visit could not, whatever page this one begins with. */
export function KeptProofs() {
  useEffect(() => {
    const store = proofStore(() => localStorage);
    if (store.all().length === 0) return undefined;
    let stop = () => {};
    let isWanted = true;
    const send = async () => {
      const [{ sendKeptProofs }, { proofPorts }] = await Promise.all([import("@/lib/outbox/send-kept-proofs"), import("@/lib/outbox/browser-ports")]);
      if (isWanted) stop = sendKeptProofs(store, proofPorts);
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
