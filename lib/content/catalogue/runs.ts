import { alternatives, problem } from "./message";

/** Messages about scenarios, and about the runs that questions show. `field` names the claim with the run. */
export const runMessages = {
  "scenario-invalid": problem((p: { what: string; fix: string }) => [p.what, p.fix]),
  "claim-refuted": problem((p: { field: string; claimed: string; found: string }) => [
    `${p.field} claims ${p.claimed}; the simulator finds ${p.found}`,
    "correct the claim, or the handler that it is about",
  ]),
  "claim-not-proved": problem((p: { field: string; reason: string }) => [
    `${p.field} cannot be proved: ${p.reason}`,
    "give the claim smaller bounds, or correct the handler",
  ]),
  "claim-schedule": problem((p: { field: string; reason: string }) => [
    `${p.field} names a schedule that cannot be: ${p.reason}`,
    "correct the choices, as npm run explore prints them",
  ]),
  "claim-bounds": problem((p: { field: string; what: string; fix: string }) => [
    `${p.field} has bounds that no run can have: ${p.what}`,
    p.fix,
  ]),
  "claim-traffic-unknown": problem((p: { field: string; cause: string; handler: string }) => [
    `${p.field} is about traffic under the cause "${p.cause}", for which nothing is recorded with the handler "${p.handler}"`,
    "name a cause and its handler as scenario.yaml has them under traffic",
  ]),
  "traffic-not-recorded": problem(() => [
    "the results of the traffic are missing, damaged or incomplete",
    "run npm run content:check -- --write",
  ]),
  "traffic-outdated": problem(() => [
    "the results of the traffic are of another plan, handler or engine",
    "run npm run content:check -- --write",
  ]),
  "claim-reference-invalid": problem((p: { of: string; shown: readonly string[] }) => [
    `"${p.of}" names no number of a claim`,
    `write <Claim of="scenario/claim/number" />, where number is ${alternatives(p.shown)}`,
  ]),
  "claim-reference-unknown": problem((p: { scenario: string; claim: string; known: readonly string[] }) => [
    `the scenario "${p.scenario}" has no claim with the id "${p.claim}"`,
    p.known.length > 0 ? `use ${alternatives(p.known)}` : "give the claim an id: in its scenario.yaml",
  ]),
  "claim-handler-undeclared": problem((p: { field: string; scenario: string; handler: string }) => [
    `${p.field} is about "${p.handler}", which content/scenarios/${p.scenario}/scenario.yaml does not declare`,
    `add "${p.handler}" to its handlers, with a title`,
  ]),
  "what-if-unknown": problem((p: { field: string; name: string; known: readonly string[] }) => [
    `${p.field} names "${p.name}", which no scenario offers`,
    p.known.length > 0 ? `use ${alternatives(p.known)}` : "name a scenario with whatIf in its scenario.yaml",
  ]),
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
  "run-crashes-elsewhere": problem((p: { field: string; line: number; found: number }) => [
    `the run of ${p.field} crashes in the gap before line ${p.found}, the option is about the gap before line ${p.line}`,
    "correct the run, or the line",
  ]),
  "run-misses-claim": problem((p: { field: string; shows: string }) => [
    `the run of ${p.field} does not show what is claimed; it ends with ${p.shows}`,
    "correct the run or the claim",
  ]),
};
