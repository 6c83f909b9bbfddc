import { useMemo, useState } from "react";
import type { OpenLab } from "@/components/lab/open-lab";
import { baseOf, ownHandlerOf, roleOfOwn, withOwnHandlers } from "@/components/repair/own-handlers";
import { useOwnCode, type OwnCode } from "@/components/repair/use-own-code";

export interface Repair {
  /** The lab with the learner's handlers, as they were proved last. */
  lab: OpenLab;
  /** Set while the learner's own handler is the chosen one. */
  room: { base: { name: string; source: string }; own: OwnCode; role: string; path: string; proved: string | null } | null;
  /** Takes what is written for what is proved, and returns the lab with it. */
  submit: () => OpenLab;
}

/** The learner's handlers beside those of the scenario. What is written becomes what runs only with a proof. */
export function useRepair(shipped: OpenLab, handler: string): Repair {
  /** By role. */
  const [proved, setProved] = useState<Readonly<Record<string, string>>>({});
  const { scenario } = shipped;
  const role = roleOfOwn(scenario, handler) ?? "";
  const own = useOwnCode(scenario.slug, role);
  const lab = useMemo(() => withOwnHandlers(shipped, proved), [shipped, proved]);
  const base = baseOf(scenario, role);
  const source = (base && shipped.handlers[base.name]) ?? "";
  return {
    lab,
    room: base && ownHandlerOf(scenario, role) === handler ? { base: { name: base.name, source }, own, role, path: `file:///${scenario.slug}/${role}.ts`, proved: proved[role] ?? null } : null,
    submit() {
      const submitted = own.source ?? source;
      const next = { ...proved, [role]: submitted };
      setProved(next);
      own.countTry(submitted);
      return withOwnHandlers(shipped, next);
    },
  };
}
