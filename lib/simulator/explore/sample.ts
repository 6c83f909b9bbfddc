import type { Outcome } from "../run/judge";
import { drawNumbers, type Numbering } from "./numbering";

export interface SampledSchedule {
  number: bigint;
  outcome: Outcome;
}

/**
 * Some schedules and how they end, in the order of their numbers: every set of as many schedules is equally likely, and
 * the same seed gives the same ones. All of them where there are no more. Empty where they are not to be counted.
 */
export function sampleSchedules(numbering: Numbering, count: number, seed: number): SampledSchedule[] {
  const { total } = numbering;
  if (total === null || total === 0n) return [];
  const numbers = new Set<bigint>();
  if (total <= BigInt(count)) for (let number = 1n; number <= total; number++) numbers.add(number);
  const draw = drawNumbers(total, seed);
  while (numbers.size < count && BigInt(numbers.size) < total) numbers.add(draw.next().value);
  return [...numbers]
    .sort((left, right) => (left < right ? -1 : 1))
    .flatMap((number) => {
      const outcome = numbering.outcomeAt(number);
      return outcome ? [{ number, outcome }] : [];
    });
}
