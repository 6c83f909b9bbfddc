import { useMemo, useState } from "react";
import type { OpenLab } from "@/components/lab/open-lab";
import { codeFragment } from "@/components/repair/code-link";
import { baseOf, isOwnHandler, ownHandlerOf, roleOfOwn, withOwnHandlers, type RepairLab } from "@/components/repair/own-handlers";
import type { OwnTexts } from "@/components/repair/own-texts";
import type { Words } from "@/lib/simulator/plain";
import { useOwnCode, type OwnCode } from "@/components/repair/use-own-code";

/** The learner's own handler while it is the chosen one. */
export interface OwnHandler {
  scenario: OpenLab["scenario"];
  role: string;
  /** What it began with. */
  base: { name: string; source: string };
  /** Repairs of the scenario, as far as they are open to the reader. */
  repairs: readonly (OwnTexts & { title: Words })[];
  code: OwnCode;
  /** What all roles of the scenario add to its tables. */
  migration: OwnCode;
  /** The texts that were proved last; null when none were. */
  proved: OwnTexts | null;
  /** Makes texts what runs, without a proof: they came with the link to a run. */
  adopt: (texts: OwnTexts) => void;
}

interface Running {
  sources: Readonly<Record<string, string>>;
  /** Of the links that carry them. */
  links: Readonly<Record<string, string>>;
  migration: string;
}

/** Where the migration is kept beside the handlers: no role has such a name. */
const migrationFile = "migration.sql";

export interface Repair {
  /** The lab with the learner's handlers, as they were proved last. */
  lab: RepairLab;
  own: OwnHandler | null;
  /** Takes what is written for what is proved, and returns the lab with it. */
  submit: () => RepairLab;
  /** What a link to a run of this handler must carry besides the run; empty for handlers of the scenario. */
  linkSuffix: (handler: string) => string;
}

/** The learner's handlers beside those of the scenario. What is written becomes what runs only with a proof. */
export function useRepair(shipped: OpenLab, handler: string): Repair {
  /** What runs, by role, and the part of a link that carries it. */
  const [running, setRunning] = useState<Running>({ sources: {}, links: {}, migration: "" });
  /** What was proved last, by role: what came with a link runs without a proof, and the answer stays that of the text before. */
  const [proved, setProved] = useState<Readonly<Record<string, OwnTexts>>>({});
  const { scenario } = shipped;
  const role = roleOfOwn(scenario, handler) ?? "";
  const code = useOwnCode(scenario.slug, role);
  const migration = useOwnCode(scenario.slug, migrationFile);
  const lab = useMemo(() => withOwnHandlers(shipped, running.sources, running.migration), [shipped, running]);
  const base = baseOf(scenario, role);
  const source = (base && shipped.handlers[base.name]) ?? "";

  function run(next: OwnTexts): RepairLab {
    const sources = { ...running.sources, [role]: next.source };
    setRunning({ sources, links: { ...running.links, [role]: "" }, migration: next.migration });
    void codeFragment({ role, scenarioVersion: scenario.version, ...next }).then((made) => {
      if (made.state === "too-long") return;
      setRunning((before) => {
        const isLatest = before.sources[role] === next.source && before.migration === next.migration;
        return isLatest ? { ...before, links: { ...before.links, [role]: `&${made.fragment}` } } : before;
      });
    });
    return withOwnHandlers(shipped, sources, next.migration);
  }

  return {
    lab,
    own:
      base && ownHandlerOf(scenario, role) === handler
        ? { scenario, role, base: { name: base.name, source }, repairs: repairsOf(shipped, role), code, migration, proved: proved[role] ?? null, adopt: run }
        : null,
    submit() {
      const submitted: OwnTexts = { source: code.source ?? source, migration: migration.source ?? "" };
      code.countTry(submitted.source);
      setProved((before) => ({ ...before, [role]: submitted }));
      return run(submitted);
    },
    linkSuffix: (name) => (isOwnHandler(name) ? (running.links[roleOfOwn(scenario, name) ?? ""] ?? "") : ""),
  };
}

function repairsOf({ scenario, handlers }: OpenLab, role: string): OwnHandler["repairs"] {
  const fixed = scenario.handlers.filter((handler) => handler.role === role && /^fixed(?:-|$)/.test(handler.name));
  return fixed.map(({ name, title, migration = "" }) => ({ title, source: handlers[name] ?? "", migration }));
}
