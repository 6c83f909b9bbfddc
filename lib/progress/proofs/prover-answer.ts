import { z } from "zod";
import type { Words } from "@/lib/simulator/plain";
import { verdictNames } from "@/lib/progress/proofs/contract";

const words: z.ZodType<Words> = z.strictObject({ ru: z.string(), en: z.string() });

/** How the run of a proof ended. Checked like any other input: it comes from a process that ran a stranger's code. */
export const proverAnswerSchema = z.discriminatedUnion("kind", [
  /** Every schedule was seen. `schedules` is a decimal number; null when a run can go round for ever. */
  z.strictObject({
    kind: z.literal("proved"),
    verdict: z.enum(verdictNames),
    schedules: z.string().regex(/^\d{1,200}$/).nullable(),
    states: z.int().min(1),
    sentence: words,
  }),
  /** A limit of the search was reached: what was seen is no proof. */
  z.strictObject({ kind: z.literal("partial"), sentence: words }),
  /** The handler cannot run here. */
  z.strictObject({ kind: z.literal("refused"), sentence: words }),
  /** The process was ended, or ended itself, before it had an answer. */
  z.strictObject({ kind: z.literal("ended"), why: z.enum(["time", "memory", "broken"]) }),
]);

export type ProverAnswer = z.infer<typeof proverAnswerSchema>;
