import type { Locale } from "@/lib/locale";
import type { Rich } from "../compiled";
import type { ContentFiles } from "../files";
import type { Place, Report } from "../problem";
import type { YamlPath, YamlSource } from "../yaml-source";
import type { QuestionBlock } from "./fence";
import type { SourceChoice, SourceNumber, TranslatedChoice, TranslatedNumber } from "./schema";
import { fieldName, readFields } from "../fields";
import { checkChoice, checkNumber } from "./answers";
import { readRich } from "./rich";
import { keyFields, sourceSchemas, translatedSchemas } from "./schema";

/** The words of a question in one language, ready to be shown. */
export interface QuestionWords {
  title: string;
  prompt: Rich;
  explanation: Rich;
  options: { id: string; text: Rich; feedback: Rich }[];
  /** Null for choices. */
  number: { unit: string; right: Rich; otherwise: Rich; wrong: { value: number; feedback: Rich }[] } | null;
}

/** A question in its source language: words and key. */
export type SourceQuestion = { block: QuestionBlock; yaml: YamlSource; words: QuestionWords } & (
  { kind: "choice"; fields: SourceChoice } | { kind: "number"; fields: SourceNumber }
);

/** A question in the other language. */
export interface TranslatedQuestion {
  block: QuestionBlock;
  yaml: YamlSource;
  words: QuestionWords;
}

/** What reading a question needs to know about the rest of the content. */
export interface QuestionContext {
  locale: Locale;
  files: ContentFiles;
  report: Report;
  /** Every form of the counted nouns in this language. */
  nouns: readonly string[];
  isSource: (name: string) => boolean;
  /** The computed number that `<Claim of>` shows. */
  claimText: (of: string, place: Place) => string;
}

/** Reads and checks a question of ru.mdx. Null when its fields cannot be used. */
export function readSourceQuestion(block: QuestionBlock, context: QuestionContext): SourceQuestion | null {
  const { yaml } = block;
  if (!yaml) return null;
  const at = { question: block.id, yaml, files: context.files, report: context.report };
  if (kindOf(yaml) === "number") {
    const number = readFields(sourceSchemas.number, yaml, block.id, context.report);
    if (!number) return null;
    checkNumber(number, at);
    return { kind: "number", block, yaml, fields: number, words: wordsOf(number, block, yaml, context) };
  }
  const choice = readFields(sourceSchemas.choice, yaml, block.id, context.report);
  if (!choice) return null;
  checkChoice(choice, at);
  return { kind: "choice", block, yaml, fields: choice, words: wordsOf(choice, block, yaml, context) };
}

/** Reads a question of en.mdx, which holds words and no key. `kind` is that of the source, when it could be read. */
export function readTranslatedQuestion(
  block: QuestionBlock,
  kind: "choice" | "number" | null,
  context: QuestionContext,
): TranslatedQuestion | null {
  const { yaml } = block;
  if (!yaml) return null;
  const value = withoutKey(yaml.value, [], (path, field) =>
    context.report.add("translation-key", yaml.keyPlace(path), { question: block.id, field }),
  );
  const keyless = { ...yaml, value };
  const schema = translatedSchemas[kind ?? kindOf(yaml)];
  const words = readFields(schema, keyless, block.id, context.report);
  return words && { block, yaml, words: wordsOf(words, block, yaml, context) };
}

function kindOf(yaml: YamlSource): "choice" | "number" {
  const value = yaml.value;
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "number"
    ? "number"
    : "choice";
}

/** A copy without the fields that decide what is right; each one found is told. */
function withoutKey(value: unknown, path: YamlPath, found: (path: YamlPath, field: string) => void): unknown {
  if (Array.isArray(value)) return value.map((item, index) => withoutKey(item, [...path, index], found));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, inner]) => {
      const own = [...path, field];
      if (!(keyFields as readonly string[]).includes(field)) return [[field, withoutKey(inner, own, found)]];
      found(own, field);
      return [];
    }),
  );
}

type Words = SourceChoice | SourceNumber | TranslatedChoice | TranslatedNumber;

function wordsOf(words: Words, block: QuestionBlock, yaml: YamlSource, context: QuestionContext): QuestionWords {
  const rich = (path: YamlPath, text: string, use: "prompt" | "option" | "feedback"): Rich =>
    readRich(text, {
      field: fieldName(path, block.id),
      placeAt: (position) => yaml.textPlace(path, position),
      singleParagraph: use === "option",
      numbers: use === "feedback" ? context : null,
      report: context.report,
    });
  return {
    title: words.title,
    prompt: rich(["prompt"], words.prompt, "prompt"),
    explanation: rich(["explanation"], words.explanation, "feedback"),
    options: ("options" in words ? words.options : []).map((option, index) => ({
      id: option.id,
      text: rich(["options", index, "text"], option.text, "option"),
      feedback: rich(["options", index, "feedback"], option.feedback, "feedback"),
    })),
    number:
      words.kind === "choice"
        ? null
        : {
            unit: words.unit,
            right: rich(["right"], words.right, "feedback"),
            otherwise: rich(["otherwise"], words.otherwise, "feedback"),
            wrong: words.wrong.map((wrong, index) => ({
              value: wrong.value,
              feedback: rich(["wrong", index, "feedback"], wrong.feedback, "feedback"),
            })),
          },
  };
}
