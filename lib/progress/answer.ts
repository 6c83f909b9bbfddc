import { z } from "zod";
import type { Answer } from "@/lib/content/compiled";

/** Ids of lessons, questions and options are words of the author: ASCII, so that nothing odd reaches the database. */
export const idPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

/** Far beyond any count a question asks for, and exact in every language and database. */
export const largestNumber = 1_000_000_000;

/** No question has more options; a longer list is not worth a look into the database. */
export const mostOptions = 50;

/** An answer as it is sent and as it is stored. */
export const answerSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["choice", "place"]), option: z.string().regex(idPattern) }),
  z.strictObject({
    kind: z.enum(["several", "order"]),
    options: z.array(z.string().regex(idPattern)).min(1).max(mostOptions).refine(hasNoneTwice),
  }),
  z.strictObject({ kind: z.literal("number"), value: z.int().min(-largestNumber).max(largestNumber) }),
]) satisfies z.ZodType<Answer>;

/** Whether two answers say the same. Giving up (null) equals only giving up. */
export function isSameAnswer(one: Answer | null, other: Answer | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.kind !== other.kind) return false;
  if ("option" in one) return "option" in other && one.option === other.option;
  if ("value" in one) return "value" in other && one.value === other.value;
  // Several options are the same in any order; where the order is asked, it is the answer.
  const comparable = (options: readonly string[]) => (one.kind === "several" ? options.toSorted() : options).join(" ");
  return "options" in other && comparable(one.options) === comparable(other.options);
}

/** The options that an answer names; none for numbers. */
export function optionsOf(answer: Answer): readonly string[] {
  if ("options" in answer) return answer.options;
  return "option" in answer ? [answer.option] : [];
}

function hasNoneTwice(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}
