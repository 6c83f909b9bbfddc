import { useEffect } from "react";

/** Keeps the screen awake while something is presented. A browser that cannot do so lets it sleep. */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    let ended = false;
    let lock: WakeLockSentinel | null = null;
    const acquire = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      // Refused without power, for instance: then the system decides.
      lock = await navigator.wakeLock.request("screen").catch(() => null);
      if (ended) void lock?.release();
    };
    // A hidden page loses its lock.
    const again = () => void acquire();
    again();
    document.addEventListener("visibilitychange", again);
    return () => {
      ended = true;
      document.removeEventListener("visibilitychange", again);
      void lock?.release();
    };
  }, [active]);
}
