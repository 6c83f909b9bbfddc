import { z } from "zod";
import type { QuestionKind } from "../compiled";
import { fields, slug, text } from "../fields";
import { claimsSchema } from "./claim";

/** Hints of the fields of a question; each is proved by a fixture. */
export const questionHints = {
  question: 'write the block as fields: "title: …", "prompt: …", "options: …"',
  kind: "write kind: choice, several, number, place or order",
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
  whatIf: 'write "whatIf:" with the name of a scenario that offers changes, or a list of <scenario>/<change>, or leave it out',
  wrong: 'write "wrong:" as a list of "- value: …" with misconception and feedback',
  value: 'write "- value:" with a number',
  right: 'write "right:" with the feedback on the right number',
  otherwise: 'write "otherwise:" with the feedback on any other number or order',
  incomplete: 'write "incomplete:" with the feedback on an answer that leaves something right out',
  places: "write places: gaps or places: lines",
  placeOptions: 'write "options:" as a list of "- id: …" with line and feedback',
  line: 'write "line:" with the number of a line of the snippet',
  orderOptions: 'write "options:" as a list of "- id: …" with text and feedback, the first repair first',
  orderWrong: 'write "wrong:" as a list of "- first: …" with then, misconception and feedback',
  first: 'write "- first:" with the id of the option that is put too early',
  then: 'write "then:" with the id of the option that is put too late',
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

/** A scenario, which means all the changes that it offers, or one of them. */
const whatIf = z.string({ error: questionHints.whatIf }).regex(/^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)?$/, { error: questionHints.whatIf });
const whatIfs = z.preprocess(
  (value) => (typeof value === "string" ? [value] : value),
  z.array(whatIf, { error: questionHints.whatIf }).min(1, { error: questionHints.whatIf }),
);

/** Only in the source: a scenario has its words in both languages. */
const sourceShared = { ...shared, whatIf: whatIfs.optional() };

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

const sourcePlace = fields(
  {
    id: slug(questionHints.optionId),
    line: z.int({ error: questionHints.line }).min(1, { error: questionHints.line }),
    feedback: text(questionHints.feedback),
    ...refutation,
    correct: mark(questionHints.correct),
    safe: mark(questionHints.safe),
  },
  questionHints.placeOptions,
);
const translatedPlace = { id: slug(questionHints.optionId), feedback: text(questionHints.feedback) };
const translatedInversion = {
  first: slug(questionHints.first),
  then: slug(questionHints.then),
  feedback: text(questionHints.feedback),
};

/** The kinds of questions; `choice` is meant where none is named. */
export const questionKinds = ["choice", "several", "number", "place", "order"] as const satisfies readonly QuestionKind[];

const kind = <Kind extends QuestionKind>(name: Kind) => z.literal(name, { error: questionHints.kind });
const choiceKind = kind("choice").default("choice");
const numberKind = kind("number");
const shuffle = z.boolean({ error: questionHints.shuffle }).default(true);
const places = z.enum(["gaps", "lines"], { error: questionHints.places });
const orderWords = { right: text(questionHints.right), otherwise: text(questionHints.otherwise) };
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
      ...sourceShared,
      options: list(sourceOption, questionHints.options),
      shuffle,
      prove: claimsSchema,
    },
    questionHints.question,
  ),
  several: fields(
    {
      kind: kind("several"),
      ...sourceShared,
      options: list(sourceOption, questionHints.options),
      incomplete: text(questionHints.incomplete),
      shuffle,
      prove: claimsSchema,
    },
    questionHints.question,
  ),
  place: fields(
    {
      kind: kind("place"),
      ...sourceShared,
      places,
      options: list(sourcePlace, questionHints.placeOptions),
      prove: claimsSchema,
    },
    questionHints.question,
  ),
  order: fields(
    {
      kind: kind("order"),
      ...sourceShared,
      ...orderWords,
      options: list(fields(translatedOption, questionHints.orderOptions), questionHints.orderOptions),
      wrong: list(fields({ ...translatedInversion, ...refutation }, questionHints.orderWrong), questionHints.orderWrong),
      prove: claimsSchema,
    },
    questionHints.question,
  ),
  number: fields(
    {
      kind: numberKind,
      ...sourceShared,
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
  several: fields(
    {
      kind: kind("several"),
      ...shared,
      options: list(fields(translatedOption, questionHints.options), questionHints.options),
      incomplete: text(questionHints.incomplete),
    },
    questionHints.question,
  ),
  place: fields(
    {
      kind: kind("place"),
      ...shared,
      options: list(fields(translatedPlace, questionHints.placeOptions), questionHints.placeOptions),
    },
    questionHints.question,
  ),
  order: fields(
    {
      kind: kind("order"),
      ...shared,
      ...orderWords,
      options: list(fields(translatedOption, questionHints.orderOptions), questionHints.orderOptions),
      wrong: list(fields(translatedInversion, questionHints.orderWrong), questionHints.orderWrong),
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

/** Fields of a question in ru.mdx. */
export type SourceFields<Kind extends QuestionKind = QuestionKind> = z.output<(typeof sourceSchemas)[Kind]>;
/** Fields of a question in en.mdx. */
export type TranslatedFields<Kind extends QuestionKind = QuestionKind> = z.output<(typeof translatedSchemas)[Kind]>;

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
  "places",
  "line",
  "whatIf",
] as const;
