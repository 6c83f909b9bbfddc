import type { AttemptRequest } from "@/lib/progress/contract";
import type { ProofRequest } from "@/lib/progress/proofs/contract";
import type { DeliveryPorts } from "@/lib/outbox/delivery";

/** A request without an answer after this time counts as lost; the next one carries the same attempt id. */
const timeoutMs = 15_000;

/** Browsers let at most this many bytes leave after the page is closed, all requests together. */
const longestFarewell = 60_000;

/** The browser's clock and its wake-up signals. */
const surroundings: Omit<DeliveryPorts, "post"> = {
  online: () => navigator.onLine,
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  onWake: (action) => {
    const whenVisible = () => document.visibilityState === "visible" && action();
    addEventListener("online", action);
    document.addEventListener("visibilitychange", whenVisible);
    return () => {
      removeEventListener("online", action);
      document.removeEventListener("visibilitychange", whenVisible);
    };
  },
  random: Math.random,
};

/** Answers to questions. */
export const browserPorts = portsTo<AttemptRequest>("/api/attempts");

/** Proofs of repaired handlers. */
export const proofPorts = portsTo<ProofRequest>("/api/proofs");

function portsTo<Request>(path: string): DeliveryPorts<Request> {
  const post = (request: Request) => {
    const body = JSON.stringify(request);
    const send = () =>
      fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body,
        // What was committed still leaves when the page is closed right after it.
        keepalive: body.length < longestFarewell,
        signal: AbortSignal.timeout(timeoutMs),
      });
    // Of two first commits from two tabs at once, the later one has to carry the cookie that the earlier one brings.
    // Browsers have no locks on pages without TLS, except on this machine.
    return "locks" in navigator ? navigator.locks.request("attempts", send) : send();
  };
  return { ...surroundings, post };
}
