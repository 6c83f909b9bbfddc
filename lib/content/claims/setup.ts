import type { EngineSetup } from "@/lib/simulator/worker/protocol";
import { claimBounds } from "@/lib/simulator/scenario/bounds";
import { idleFaultComplaint, idleFaults } from "@/lib/simulator/scenario/check";
import { describeIssue } from "@/lib/simulator/scenario/issues";
import type { Bounds, Scenario } from "@/lib/simulator/scenario/scenario";
import { boundsOfClaim } from "@/lib/simulator/scenario/schema";
import { scenarioForRun } from "@/lib/simulator/scenario/subset";
import type { Claim } from "../question/claim";
import type { ReadScenario } from "../scenarios";

/** What the engine needs to run a handler within bounds; processes of other roles run the first handler of theirs. */
export function engineSetup({ scenario, handlers }: ReadScenario, name: string, bounds: Bounds): EngineSetup | null {
  const handler = scenario.handlers.find((candidate) => candidate.name === name);
  if (!handler) return null;
  const names: Record<string, string> = Object.fromEntries(
    scenario.processes.map(({ role }) => [role, firstHandler(scenario, role)]),
  );
  names[handler.role] = handler.name;
  return {
    scenario: scenarioForRun(scenario, Object.values(names)),
    bounds,
    handlers: Object.fromEntries(
      Object.entries(names).map(([role, own]) => [role, { name: own, source: handlers[own] ?? "", shipped: true }]),
    ),
  };
}

function firstHandler(scenario: Scenario, role: string): string {
  return scenario.handlers.find((candidate) => candidate.role === role)?.name ?? "";
}

/** The bounds that a question's claim speaks of, or why no run can have them. */
export function boundsOf(claim: Claim, scenario: Scenario): { bounds: Bounds } | { what: string; fix: string } {
  const read = boundsOfClaim.safeParse({ bounds: claim.bounds ?? {}, profiles: claim.profiles ?? {} }, { reportInput: true });
  const [issue] = read.error?.issues ?? [];
  if (issue) return describeIssue(issue);
  const { bounds = {}, profiles = {} } = read.data ?? {};
  const { processes } = bounds;
  const roles = scenario.processes.map(({ role }) => role);
  const unknown = typeof processes === "object" ? Object.keys(processes).find((role) => !roles.includes(role)) : undefined;
  if (unknown !== undefined) return { what: `there is no role \`${unknown}\``, fix: `use ${roles.join(", ")}` };
  const found = claimBounds(scenario.bounds, { bounds, profiles });
  const [idle] = idleFaults(scenario, found.faults);
  if (idle === undefined) return { bounds: found };
  const [what, fix] = idleFaultComplaint(idle);
  return { what, fix };
}
