import type { QuestionKind } from "../compiled";
import { fillIn, idToFillIn } from "../unfinished";
import { questionBlock, questionBlocks, proofOf, type Blocks, type KnownClaim } from "./question";

export interface QuestionPlan {
  id: string;
  snippet: string;
  claim: KnownClaim;
  /** Lines of the code that have a gap before them, for questions about a place. */
  gaps: readonly number[];
}

/**
 * The frame of a question of each kind. What the scenario claims is its proof from the start; which option is right, where
 * the scenario cannot tell, is the author's to say: the first one is marked until then.
 */
export const framesOfKinds: Record<QuestionKind, (plan: QuestionPlan) => Blocks> = {
  choice: ({ id, snippet, claim }) => questionBlocks(id, snippet, claim),
  several: (plan) => blocks(plan, "outcome", "several", several),
  number: (plan) => blocks(plan, "outcome", "number", numberLines),
  place: (plan) => blocks(plan, "outcome", "place", place),
  order: (plan) => blocks(plan, "repair", "order", order),
};

/** Lines of a block; those of the key are left out of the translation. */
type Lines = (plan: QuestionPlan, key: (...lines: string[]) => string[]) => string[];

function blocks(plan: QuestionPlan, asks: "outcome" | "repair", kind: QuestionKind, lines: Lines): Blocks {
  const inLanguage = (isSource: boolean): string => {
    const key = (...own: string[]) => (isSource ? own : []);
    return questionBlock(plan, asks, [
      `kind: ${kind}`,
      `title: ${fillIn("a few words for lists")}`,
      "prompt: |",
      `  ${fillIn("the circumstances, then the question")}?`,
      ...lines(plan, key),
      "explanation: |",
      `  ${fillIn("what decides the question, step by step")}`,
      ...key(`prove: ${proofOf(plan.claim)}`),
    ]);
  };
  return { ru: inLanguage(true), en: inLanguage(false) };
}

const misconception = `misconception: ${idToFillIn}`;
const feedback = (why: string): string => `    feedback: ${fillIn(why)}`;
const whyWrong = "why a reader who picked this is wrong";
const whyRight = "why a reader who picked this is right";

const several: Lines = ({ claim }, key) => [
  "options:",
  ...["first-that-holds", "second-that-holds"].flatMap((id) => [
    `  - id: ${id}`,
    `    text: ${fillIn("something that holds")}`,
    ...key("    correct: true"),
    feedback(whyRight),
  ]),
  "  - id: one-that-does-not",
  `    text: ${fillIn("something that does not hold")}`,
  ...key(`    ${misconception}`),
  feedback(whyWrong),
  ...key(`    refutedBy: ${proofOf(claim)}`),
  `incomplete: ${fillIn("a hint that something right was left out")}`,
];

const numberLines: Lines = ({ claim }, key) => [
  `unit: ${fillIn("the words after the number")}`,
  ...key(`answer: ${claim.max}`),
  "wrong:",
  `  - value: ${claim.max === 1 ? 2 : 1}`,
  ...key(`    ${misconception}`),
  feedback("why this number is wrong"),
  ...key(`    refutedBy: ${proofOf(claim)}`),
  `right: ${fillIn("what the right number counts")}`,
  `otherwise: ${fillIn("where to look again")}`,
];

const place: Lines = ({ claim, gaps }, key) => [
  ...key("places: gaps"),
  "options:",
  ...gaps.flatMap((line, index) => [
    `  - id: before-line-${line}`,
    ...key(`    line: ${line}`, ...(index === 0 ? ["    correct: true"] : [`    ${misconception}`])),
    feedback(index === 0 ? "why a reader who picked this is right, if it is right and no other one" : whyWrong),
    ...key(...(index === 0 ? [] : [`    refutedBy: ${proofOf(claim)}`])),
  ]),
];

const order: Lines = (_, key) => [
  "options:",
  ...["first-repair", "second-repair", "third-repair"].flatMap((id) => [
    `  - id: ${id}`,
    `    text: ${fillIn("a repair; the one that closes most stands first")}`,
    feedback("what it closes and what it leaves open"),
  ]),
  "wrong:",
  "  - first: second-repair",
  "    then: first-repair",
  ...key(`    ${misconception}`),
  feedback("why this order is wrong"),
  ...key("    refutable: false", `    reason: ${fillIn("why no run can refute this, or refutedBy in place of both")}`),
  `right: ${fillIn("what makes this order right")}`,
  `otherwise: ${fillIn("what to ask about each repair")}`,
];
