import { useCallback, useMemo, useSyncExternalStore } from "react";
import { codeStore, type KeptCode } from "@/lib/outbox/code-store";

const store = codeStore(() => localStorage);

/** What becomes of the code when the tab is closed. */
export type Keeping = "kept" | "not-kept" | "another-tab";

type Written = KeptCode & { keeping: Keeping };

/** What was written in this tab, by scenario and role; also while the browser keeps nothing. */
const written = new Map<string, Written>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", lookAtOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", lookAtOtherTabs);
  };
}

/** There is room for one text: what stands in this tab is no longer kept once another tab has written its own. */
function lookAtOtherTabs(): void {
  for (const [key, code] of written) {
    const [scenario = "", role = ""] = key.split(":");
    if (code.keeping === "kept" && store.read(scenario, role)?.source !== code.source) written.set(key, { ...code, keeping: "another-tab" });
  }
  for (const listener of listeners) listener();
}

/** The learner's own handler for a role of a scenario. */
export interface OwnCode {
  /** Null as long as nothing was written: then it is the handler of the scenario. */
  source: string | null;
  tries: number;
  keeping: Keeping;
  write: (source: string) => void;
  /** Counts a check of this text. */
  countTry: (source: string) => void;
}

const nothing: Written = { source: "", tries: 0, keeping: "kept" };

/** Reads the learner's own code from this browser and keeps what is written. */
export function useOwnCode(scenario: string, role: string): OwnCode {
  const key = `${scenario}:${role}`;
  const read = useCallback(() => {
    const known = written.get(key);
    if (known) return known;
    const kept = store.read(scenario, role);
    if (!kept) return nothing;
    const code: Written = { ...kept, keeping: "kept" };
    written.set(key, code);
    return code;
  }, [key, scenario, role]);
  const code = useSyncExternalStore(subscribe, read, () => nothing);
  const actions = useMemo(() => {
    const keep = (next: KeptCode) => {
      written.set(key, { ...next, keeping: store.write(scenario, role, next) ? "kept" : "not-kept" });
      for (const listener of listeners) listener();
    };
    return {
      write: (source: string) => keep({ source, tries: read().tries }),
      countTry: (source: string) => keep({ source, tries: read().tries + 1 }),
    };
  }, [key, scenario, role, read]);
  return { ...actions, source: code === nothing ? null : code.source, tries: code.tries, keeping: code.keeping };
}
