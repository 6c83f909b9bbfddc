import type { VerdictName } from "@/lib/simulator/scenario/scenario";
import type { ClaimResult } from "./execute";

/** What a claim states about all schedules. Fields that it leaves open are null. */
export interface Stated {
  effect: string | null;
  min: number | null;
  max: number | null;
  set: readonly number[] | null;
  verdict: VerdictName | null;
}

/** True when all schedules together are what the claim says: its numbers are the extremes, not mere limits. */
export function holds(stated: Stated, result: ClaimResult): boolean {
  const counts = result.counts[stated.effect ?? ""] ?? [];
  const wanted = stated.set && [...new Set(stated.set)].sort((a, b) => a - b);
  return (
    result.stopped === null &&
    (stated.min === null || counts.at(0) === stated.min) &&
    (stated.max === null || counts.at(-1) === stated.max) &&
    (wanted === null || wanted.join() === counts.join()) &&
    (stated.verdict === null || result.verdict === stated.verdict)
  );
}

/** The claim as a phrase: `charges at least 1, at most 2, verdict double`. */
export function describeStated({ effect, min, max, set, verdict }: Stated): string {
  const counts = [
    ...(min === null ? [] : [`at least ${min}`]),
    ...(max === null ? [] : [`at most ${max}`]),
    ...(set === null ? [] : [`exactly ${set.join(" or ")}`]),
  ];
  return [
    ...(effect === null || counts.length === 0 ? [] : [`${effect} ${counts.join(", ")}`]),
    ...(verdict === null ? [] : [`verdict ${verdict}`]),
  ].join(", ");
}

/** What was computed, in the terms of the claim: `charges 1 or 2, verdict double`. */
export function describeFound({ effect }: Stated, result: ClaimResult): string {
  const counts = result.counts[effect ?? ""];
  return [
    ...(counts ? [`${effect ?? ""} ${counts.join(" or ")}`] : []),
    `verdict ${result.verdict ?? "none"}`,
    ...(result.counterexample ? [`simplest run ${result.counterexample.join(".")}`] : []),
  ].join(", ");
}
