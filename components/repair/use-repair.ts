import { useMemo, useState } from "react";
import type { OpenLab } from "@/components/lab/open-lab";
import { codeFragment } from "@/components/repair/code-link";
import { baseOf, isOwnHandler, ownHandlerOf, roleOfOwn, withOwnHandlers } from "@/components/repair/own-handlers";
import type { Words } from "@/lib/simulator/plain";
import { useOwnCode, type OwnCode } from "@/components/repair/use-own-code";

/** The learner's own handler while it is the chosen one. */
export interface OwnHandler {
  scenario: OpenLab["scenario"];
  role: string;
  /** What it began with. */
  base: { name: string; source: string };
  /** Repairs of the scenario, as far as they are open to the reader. */
  repairs: readonly { title: Words; source: string }[];
  code: OwnCode;
  /** The text that was proved last; null when none was. */
  proved: string | null;
  /** Makes a text what runs, without a proof: it came with the link to a run. */
  adopt: (source: string) => void;
}

export interface Repair {
  /** The lab with the learner's handlers, as they were proved last. */
  lab: OpenLab;
  own: OwnHandler | null;
  /** Takes what is written for what is proved, and returns the lab with it. */
  submit: () => OpenLab;
  /** What a link to a run of this handler must carry besides the run; empty for handlers of the scenario. */
  linkSuffix: (handler: string) => string;
}

/** The learner's handlers beside those of the scenario. What is written becomes what runs only with a proof. */
export function useRepair(shipped: OpenLab, handler: string): Repair {
  /** What runs, by role, and the part of a link that carries it. */
  const [running, setRunning] = useState<Readonly<Record<string, { source: string; link: string }>>>({});
  const { scenario } = shipped;
  const role = roleOfOwn(scenario, handler) ?? "";
  const code = useOwnCode(scenario.slug, role);
  const lab = useMemo(() => withOwnHandlers(shipped, sourcesOf(running)), [shipped, running]);
  const base = baseOf(scenario, role);
  const source = (base && shipped.handlers[base.name]) ?? "";

  function run(next: string): OpenLab {
    setRunning((before) => ({ ...before, [role]: { source: next, link: "" } }));
    void codeFragment({ role, scenarioVersion: scenario.version, source: next }).then((made) => {
      if (made.state === "too-long") return;
      setRunning((before) => (before[role]?.source === next ? { ...before, [role]: { source: next, link: `&${made.fragment}` } } : before));
    });
    return withOwnHandlers(shipped, { ...sourcesOf(running), [role]: next });
  }

  return {
    lab,
    own:
      base && ownHandlerOf(scenario, role) === handler
        ? { scenario, role, base: { name: base.name, source }, repairs: repairsOf(shipped, role), code, proved: running[role]?.source ?? null, adopt: run }
        : null,
    submit() {
      const submitted = code.source ?? source;
      code.countTry(submitted);
      return run(submitted);
    },
    linkSuffix: (name) => (isOwnHandler(name) ? (running[roleOfOwn(scenario, name) ?? ""]?.link ?? "") : ""),
  };
}

function repairsOf({ scenario, handlers }: OpenLab, role: string): OwnHandler["repairs"] {
  const fixed = scenario.handlers.filter((handler) => handler.role === role && /^fixed(?:-|$)/.test(handler.name));
  return fixed.map(({ name, title }) => ({ title, source: handlers[name] ?? "" }));
}

function sourcesOf(running: Readonly<Record<string, { source: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(running).map(([role, { source }]) => [role, source]));
}
