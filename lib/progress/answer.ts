import { z } from "zod";
import type { Answer } from "@/lib/content/compiled";

/** Ids of lessons, questions and options are words of the author: ASCII, so that nothing odd reaches the database. */
export const idPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

/** Far beyond any count a question asks for, and exact in every language and database. */
export const largestNumber = 1_000_000_000;

/** An answer as it is sent and as it is stored. */
export const answerSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("choice"), option: z.string().regex(idPattern) }),
  z.strictObject({ kind: z.literal("number"), value: z.int().min(-largestNumber).max(largestNumber) }),
]) satisfies z.ZodType<Answer>;

/** Whether two answers say the same. Giving up (null) equals only giving up. */
export function isSameAnswer(one: Answer | null, other: Answer | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.kind === "choice") return other.kind === "choice" && one.option === other.option;
  return other.kind === "number" && one.value === other.value;
}
