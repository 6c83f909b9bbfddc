import type { Answer, PublicQuestion } from "@/lib/content/compiled";
import { confidences, type Confidence } from "@/lib/progress/contract";
import type { Missing } from "@/components/question/question-state";

/** Names of the form's fields. */
export const answerField = "answer";
export const confidenceField = "confidence";

/** Digits, alone or in groups of three: the way the page itself writes 100 000 or 100,000. */
const wholeNumber = /^(\d+|\d{1,3}([\s,’'_]\d{3})+)$/;

/** Nine digits: more than any count in the course, and far from where numbers lose their digits. */
const mostDigits = 9;

/**
 * What the learner has filled in, or everything that a commit lacks, in the order of the page.
 * @param values the question's form
 * @param tried what has been wrong already, as text
 */
export function readAnswer(
  kind: PublicQuestion["kind"],
  values: FormData,
  tried: readonly string[] = [],
): { answer: Answer; confidence: Confidence } | { missing: Missing[] } {
  const given = String(values.get(answerField) ?? "").trim();
  const answer = kind === "choice" ? readOption(given) : readNumber(given, tried);
  const confidence = confidences.find((word) => word === values.get(confidenceField));
  if (typeof answer === "object" && confidence) return { answer, confidence };
  return { missing: [...(typeof answer === "object" ? [] : [answer]), ...(confidence ? [] : ["confidence" as const])] };
}

function readOption(given: string): Answer | Missing {
  return given ? { kind: "choice", option: given } : "option";
}

function readNumber(given: string, tried: readonly string[]): Answer | Missing {
  if (!given) return "value";
  const digits = given.replace(/\D/g, "");
  if (!wholeNumber.test(given) || digits.length > mostDigits) return "number";
  const value = Number(digits);
  return tried.includes(String(value)) ? "same" : { kind: "number", value };
}
