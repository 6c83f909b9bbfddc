import { idsOf } from "@/components/question/answered";
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
 * @param tried what has been wrong already
 */
export function readAnswer(
  kind: PublicQuestion["kind"],
  values: FormData,
  tried: readonly (Answer | null)[] = [],
): { answer: Answer; confidence: Confidence } | { missing: Missing[] } {
  const given = values.getAll(answerField).map((value) => String(value).trim());
  const answer = readGiven(kind, given.filter(Boolean), tried);
  const confidence = confidences.find((word) => word === values.get(confidenceField));
  if (typeof answer === "object" && confidence) return { answer, confidence };
  return { missing: [...(typeof answer === "object" ? [] : [answer]), ...(confidence ? [] : ["confidence" as const])] };
}

function readGiven(kind: PublicQuestion["kind"], given: readonly string[], tried: readonly (Answer | null)[]): Answer | Missing {
  const answer = readKind(kind, given);
  const isRepeated = typeof answer === "object" && tried.some((other) => String(idsOf(other)) === String(idsOf(answer)));
  if (!isRepeated) return answer;
  return kind === "number" ? "same" : "sameAnswer";
}

function readKind(kind: PublicQuestion["kind"], given: readonly string[]): Answer | Missing {
  const [first] = given;
  switch (kind) {
    case "number":
      return readNumber(first);
    case "choice":
      return first === undefined ? "option" : { kind, option: first };
    case "place":
      return first === undefined ? "place" : { kind, option: first };
    case "several":
      // In any order the same answer, so always in one.
      return first === undefined ? "options" : { kind, options: given.toSorted() };
    case "order":
      return { kind, options: [...given] };
  }
}

function readNumber(given: string | undefined): Answer | Missing {
  if (given === undefined) return "value";
  const digits = given.replace(/\D/g, "");
  if (!wholeNumber.test(given) || digits.length > mostDigits) return "number";
  return { kind: "number", value: Number(digits) };
}
