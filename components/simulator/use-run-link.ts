import { useMemo, useSyncExternalStore } from "react";
import { isDamagedLink, linkIn } from "@/components/simulator/run-fragment";
import type { RunLink } from "@/lib/simulator/run/permalink";

/** The fragment that the reader came with. What the page itself writes into the address does not count as coming. */
let followed: string | null = null;

function subscribe(listener: () => void): () => void {
  const follow = () => {
    followed = window.location.hash;
    listener();
  };
  window.addEventListener("hashchange", follow);
  return () => {
    window.removeEventListener("hashchange", follow);
    followed = null;
  };
}

function currentFragment(): string {
  return (followed ??= window.location.hash);
}

/** Puts another fragment into the address, as if the reader had come with it: for a run that the page opens. */
export function replaceFragment(fragment: string): void {
  window.history.replaceState(window.history.state, "", fragment || window.location.pathname + window.location.search);
  followed = window.location.hash;
}

function useFragment(): string {
  return useSyncExternalStore(subscribe, currentFragment, () => "");
}

/** True when the address names this anchor and something after it that is no run: a link that was cut or changed. */
export function useDamagedLink(anchor: string): boolean {
  return isDamagedLink(useFragment(), anchor);
}

/** The run of this anchor that the reader has followed a link to; null when the address names none. */
export function useRunLink(anchor: string): RunLink | null {
  const fragment = useFragment();
  return useMemo(() => linkIn(fragment, anchor), [fragment, anchor]);
}
