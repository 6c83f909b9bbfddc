import { useCallback, useMemo, useSyncExternalStore } from "react";
import { codeStore, type KeptCode } from "@/lib/outbox/code-store";

const store = codeStore(() => localStorage);

/** What was written in this tab, by scenario and role; also while the browser keeps nothing. */
const written = new Map<string, KeptCode & { isKept: boolean }>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The learner's own handler for a role of a scenario. */
export interface OwnCode {
  /** Null as long as nothing was written: then it is the handler of the scenario. */
  source: string | null;
  tries: number;
  /** False when the browser does not keep it: it will be gone with this tab. */
  isKept: boolean;
  write: (source: string) => void;
  /** Counts a check of this text. */
  countTry: (source: string) => void;
}

const nothing: KeptCode & { isKept: boolean } = { source: "", tries: 0, isKept: true };

/** Reads the learner's own code from this browser and keeps what is written. */
export function useOwnCode(scenario: string, role: string): OwnCode {
  const key = `${scenario}:${role}`;
  const read = useCallback(() => {
    const known = written.get(key);
    if (known) return known;
    const kept = store.read(scenario, role);
    if (!kept) return nothing;
    const code = { ...kept, isKept: true };
    written.set(key, code);
    return code;
  }, [key, scenario, role]);
  const code = useSyncExternalStore(subscribe, read, () => nothing);
  const actions = useMemo(() => {
    const keep = (next: KeptCode) => {
      written.set(key, { ...next, isKept: store.write(scenario, role, next) });
      for (const listener of listeners) listener();
    };
    return {
      write: (source: string) => keep({ source, tries: read().tries }),
      countTry: (source: string) => keep({ source, tries: read().tries + 1 }),
    };
  }, [key, scenario, role, read]);
  return { ...actions, source: code === nothing ? null : code.source, tries: code.tries, isKept: code.isKept };
}
