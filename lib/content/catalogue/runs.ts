import { alternatives, problem } from "./message";

/** Messages about scenarios, and about the runs that questions show. `field` names the claim with the run. */
export const runMessages = {
  "scenario-invalid": problem((p: { what: string; fix: string }) => [p.what, p.fix]),
  "run-without-scenario": problem((p: { field: string; scenario: string; handler: string }) => [
    `${p.field} names a run, but the scenario "${p.scenario}" cannot run "${p.handler}"`,
    `add content/scenarios/${p.scenario}/scenario.yaml with that handler, or remove "run"`,
  ]),
  "run-impossible": problem((p: { field: string; reason: string }) => [
    `the run of ${p.field} cannot happen: ${p.reason}`,
    "correct the choices, as npm run explore prints them",
  ]),
  "run-open": problem((p: { field: string; next: readonly string[] }) => [
    `the run of ${p.field} ends too early: more can happen, and nothing is shown yet`,
    `add ${alternatives(p.next)}`,
  ]),
  "run-misses-claim": problem((p: { field: string; shows: string }) => [
    `the run of ${p.field} does not show what is claimed; it ends with ${p.shows}`,
    "correct the run or the claim",
  ]),
};
