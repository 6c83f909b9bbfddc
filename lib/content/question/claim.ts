import { z } from "zod";
import { fieldName, fields, slug, text } from "../fields";
import type { ContentFiles } from "../files";
import type { Place } from "../problem";
import { Report } from "../problem";
import type { YamlPath, YamlSource } from "../yaml-source";
import { readSource } from "../source-text";
import { readYaml } from "../yaml-source";

/** Faults that a claim may bound, as a run of the simulator can spend them. */
export const faults = [
  "crash",
  "expiry",
  "leaseExpiry",
  "retention",
  "replyLost",
  "requestLost",
  "serverError",
  "ackLost",
  "commitLost",
  "outage",
  "rebalance",
  "redrive",
  "waitTimeout",
  "exception",
  "sigterm",
] as const;

/** Hints of `prove` and `refutedBy`; each is proved by a fixture. */
export const claimHints = {
  claim: "write a claim as scenario, handler, effect and one of max, min, set, verdict, or several claims as a list",
  scenario: "name the scenario by its folder, for instance select-then-act",
  handler: "name a handler: given, fixed, fixed-<word>, tempting-<word> or variant-<word>",
  bounds: "write bounds as { processes: 2, crash: 1 }",
  processes: "write processes as a number, or as a number for each role",
  fault: "write how often the fault may happen, as a whole number",
  maxReceive: "write maxReceive as a whole number, or none",
  profiles: "write profiles as { name: value }",
  effect: "name the effect as the scenario declares it, for instance charges",
  count: "write a whole number, zero or more",
  set: "write set as a list of whole numbers, for instance [1, 2]",
  verdict: "write verdict: double, lost, wrong, stuck or ok",
  run: "write run as a list of choices, as the simulator prints them",
  about: "write about: run where the claim is about its run alone, or leave it out",
  traffic: "name a cause of the scenario's traffic, for instance rebalance-burst, in place of bounds",
} as const;

const count = (expected: string) =>
  z.int({ error: expected }).min(0, { error: expected }).max(1_000_000, { error: expected });
const bounds = fields(
  {
    processes: z
      .union([count(claimHints.processes), z.record(z.string(), count(claimHints.processes))], {
        error: claimHints.processes,
      })
      .optional(),
    maxReceive: z.union([count(claimHints.maxReceive), z.literal("none")], { error: claimHints.maxReceive }).optional(),
    ...Object.fromEntries(faults.map((fault) => [fault, count(claimHints.fault).optional()])),
  },
  claimHints.bounds,
);

const claimSchema = fields(
  {
    scenario: slug(claimHints.scenario),
    handler: z
      .string({ error: claimHints.handler })
      .regex(/^(given|fixed|(fixed|tempting|variant)-[a-z0-9]+(-[a-z0-9]+)*)$/, { error: claimHints.handler }),
    bounds: bounds.optional(),
    /** The claim is about the messages of an incident under this cause, not about schedules. */
    traffic: slug(claimHints.traffic).optional(),
    profiles: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()], { error: claimHints.profiles }), {
        error: claimHints.profiles,
      })
      .optional(),
    effect: text(claimHints.effect).optional(),
    max: count(claimHints.count).optional(),
    min: count(claimHints.count).optional(),
    set: z.array(count(claimHints.set), { error: claimHints.set }).min(1, { error: claimHints.set }).optional(),
    verdict: z.enum(["double", "lost", "wrong", "stuck", "ok"], { error: claimHints.verdict }).optional(),
    run: z.array(text(claimHints.run), { error: claimHints.run }).min(1, { error: claimHints.run }).optional(),
    /** The claim is about its run, not about all schedules. */
    about: z.literal("run", { error: claimHints.about }).optional(),
  },
  claimHints.claim,
);

/** What a question states about the runs of a handler. */
export type Claim = z.output<typeof claimSchema>;

/** One claim, or several as a list. */
export const claimsSchema = z.preprocess(
  (value) => (value === undefined || Array.isArray(value) ? value : [value]),
  z.array(claimSchema, { error: claimHints.claim }).min(1, { error: claimHints.claim }),
);

/**
 * Checks what the shape cannot: that a claim claims something, and that the handler exists as soon as the scenario does.
 * Nothing runs here: what can be executed is kept for later.
 */
export function checkClaims(
  claims: readonly Claim[],
  at: { path: YamlPath; yaml: YamlSource; question: string },
  files: ContentFiles,
  report: Report,
): void {
  claims.forEach((claim, index) => {
    const path = [...at.path, index];
    const field = fieldName(claims.length === 1 ? at.path : path, at.question);
    const place = at.yaml.place(path);
    const counts = claim.max !== undefined || claim.min !== undefined || claim.set !== undefined;
    if (!counts && claim.verdict === undefined) report.add("claim-empty", place, { field });
    if (counts && claim.effect === undefined) report.add("claim-effect-missing", place, { field });
    if (claim.about !== undefined && claim.run === undefined) report.add("claim-run-missing", place, { field });
    if (claim.min !== undefined && claim.max !== undefined && claim.min > claim.max)
      report.add("claim-contradiction", place, { field, min: claim.min, max: claim.max });
    const known = checkNames(claim, (name) => at.yaml.place([...path, name]), files, report);
    if (known && (counts || claim.verdict !== undefined)) report.addClaim({ claim, field, place });
  });
}

/** Looks up handler and effect as soon as the scenario has its file. False when one is missing. */
function checkNames(
  { scenario, handler, effect }: Claim,
  placeOf: (field: string) => Place,
  files: ContentFiles,
  report: Report,
): boolean {
  const effects = effectsOf(scenario, files);
  if (!effects) return true;
  const hasHandler = files.read(`scenarios/${scenario}/handlers/${handler}.ts`) !== null;
  const hasEffect = effect === undefined || effects.includes(effect);
  if (!hasHandler) report.add("claim-handler-unknown", placeOf("handler"), { scenario, handler });
  if (!hasEffect) report.add("claim-effect-unknown", placeOf("effect"), { scenario, effect, known: effects });
  return hasHandler && hasEffect;
}

/** Names of the effects of a scenario; null while it has no file that can be read, which is told elsewhere. */
function effectsOf(scenario: string, files: ContentFiles): string[] | null {
  const elsewhere = new Report();
  const source = readSource(files, `scenarios/${scenario}/scenario.yaml`, elsewhere);
  if (!source) return null;
  const whole = { file: source.file, line: 1, column: 1 };
  const yaml = readYaml(source.text, { file: source.file, firstLine: 1, whole }, elsewhere);
  const effects =
    yaml && z.looseObject({ effects: z.record(z.string(), z.unknown()) }).safeParse(yaml.value).data?.effects;
  return effects ? Object.keys(effects) : null;
}
