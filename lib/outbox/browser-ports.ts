import type { DeliveryPorts } from "@/lib/outbox/delivery";

/** A request without an answer after this time counts as lost; the next one carries the same attempt id. */
const timeoutMs = 15_000;

/** The browser's network, clock and wake-up signals. */
export const browserPorts: DeliveryPorts = {
  post: (request) => {
    const send = () =>
      fetch("/api/attempts", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(request),
        // The answer still leaves when the page is closed right after the commit.
        keepalive: true,
        signal: AbortSignal.timeout(timeoutMs),
      });
    // Of two first answers from two tabs at once, the later one has to carry the cookie that the earlier one brings.
    // Browsers have no locks on pages without TLS, except on this machine.
    return "locks" in navigator ? navigator.locks.request("attempts", send) : send();
  },
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
