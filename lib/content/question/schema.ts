import { z } from "zod";
import { fields, slug, text } from "../fields";
import { claimsSchema } from "./claim";

/** Hints of the fields of a question; each is proved by a fixture. */
export const questionHints = {
  question: 'write the block as fields: "title: …", "prompt: …", "options: …"',
  kind: "write kind: choice or kind: number",
  title: 'write "title:" with a few words for lists',
  prompt: 'write "prompt:" with the question',
  options: 'write "options:" as a list of "- id: …" with text and feedback',
  optionId: 'write "- id:" with lowercase words joined by dashes, for instance twice',
  optionText: 'write "text:" with what the reader can pick',
  correct: 'write "correct: true" on the right option, and nothing on the others',
  misconception: "write misconception in lowercase words joined by dashes, for instance check-is-atomic",
  feedback: 'write "feedback:" with one sentence on why a reader who picked this is right or wrong',
  safe: 'write "safe: true" where the run may be shown before the second try, and nothing elsewhere',
  refutable: 'write "refutable: false" with a reason, or leave it out',
  reason: 'write "reason:" as one sentence on why no run can refute this',
  shuffle: 'write "shuffle: false" where the order carries meaning, or leave it out',
  explanation: 'write "explanation:" with what decides the question',
  answer: 'write "answer:" with a number',
  unit: 'write "unit:" with the words after the number, for instance charges',
  wrong: 'write "wrong:" as a list of "- value: …" with misconception and feedback',
  value: 'write "- value:" with a number',
  right: 'write "right:" with the feedback on the right number',
  otherwise: 'write "otherwise:" with the feedback on any other number',
} as const;

const refutation = {
  misconception: slug(questionHints.misconception).optional(),
  refutedBy: claimsSchema.optional(),
  refutable: z.literal(false, { error: questionHints.refutable }).optional(),
  reason: text(questionHints.reason).optional(),
};
const mark = (expected: string) => z.literal(true, { error: expected }).optional();
const number = (expected: string) => z.number({ error: expected });
const list = <Item extends z.ZodType>(item: Item, expected: string) => z.array(item, { error: expected });

const shared = {
  title: text(questionHints.title),
  prompt: text(questionHints.prompt),
  explanation: text(questionHints.explanation),
};

const translatedOption = {
  id: slug(questionHints.optionId),
  text: text(questionHints.optionText),
  feedback: text(questionHints.feedback),
};
const sourceOption = fields(
  { ...translatedOption, ...refutation, correct: mark(questionHints.correct), safe: mark(questionHints.safe) },
  questionHints.options,
);
const translatedWrong = { value: number(questionHints.value), feedback: text(questionHints.feedback) };
const sourceWrong = fields({ ...translatedWrong, ...refutation }, questionHints.wrong);

const choiceKind = z.literal("choice", { error: questionHints.kind }).default("choice");
const numberKind = z.literal("number", { error: questionHints.kind });
const numberWords = {
  unit: text(questionHints.unit),
  right: text(questionHints.right),
  otherwise: text(questionHints.otherwise),
};

/** Questions as ru.mdx holds them, with their keys. */
export const sourceSchemas = {
  choice: fields(
    {
      kind: choiceKind,
      ...shared,
      options: list(sourceOption, questionHints.options),
      shuffle: z.boolean({ error: questionHints.shuffle }).default(true),
      prove: claimsSchema,
    },
    questionHints.question,
  ),
  number: fields(
    {
      kind: numberKind,
      ...shared,
      ...numberWords,
      answer: number(questionHints.answer),
      wrong: list(sourceWrong, questionHints.wrong).default([]),
      prove: claimsSchema,
    },
    questionHints.question,
  ),
};

/** Questions as en.mdx holds them: the same ids, other words, no key. */
export const translatedSchemas = {
  choice: fields(
    {
      kind: choiceKind,
      ...shared,
      options: list(fields(translatedOption, questionHints.options), questionHints.options),
    },
    questionHints.question,
  ),
  number: fields(
    {
      kind: numberKind,
      ...shared,
      ...numberWords,
      wrong: list(fields(translatedWrong, questionHints.wrong), questionHints.wrong).default([]),
    },
    questionHints.question,
  ),
};

export type SourceChoice = z.output<typeof sourceSchemas.choice>;
export type SourceNumber = z.output<typeof sourceSchemas.number>;
export type TranslatedChoice = z.output<typeof translatedSchemas.choice>;
export type TranslatedNumber = z.output<typeof translatedSchemas.number>;

/** Fields that decide what is right; they live in ru.mdx alone. */
export const keyFields = [
  "correct",
  "misconception",
  "prove",
  "refutedBy",
  "refutable",
  "reason",
  "safe",
  "answer",
  "shuffle",
] as const;
