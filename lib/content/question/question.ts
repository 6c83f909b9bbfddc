import type { Locale } from "@/lib/locale";
import type { QuestionKind, Rich } from "../compiled";
import type { ContentFiles } from "../files";
import type { QuestionText } from "../checks/terms";
import type { TermWords } from "../glossary/term-uses";
import type { Place, Report } from "../problem";
import type { YamlPath, YamlSource } from "../yaml-source";
import type { QuestionBlock } from "./fence";
import type { SourceFields, TranslatedFields } from "./schema";
import { fieldName, readFields } from "../fields";
import { checkAnswers } from "./answers";
import { readRich } from "./rich";
import { keyFields, questionKinds, sourceSchemas, translatedSchemas } from "./schema";

/** The words of a question in one language, ready to be shown. */
export interface QuestionWords {
  title: string;
  prompt: Rich;
  explanation: Rich;
  /** The text is empty for places: it is made of their code. */
  options: { id: string; text: Rich; feedback: Rich }[];
  /** Null for all other kinds. */
  number: { unit: string; wrong: { value: number; feedback: Rich }[] } | null;
  /** Pairs of options that are put the wrong way round; empty for all other kinds. */
  pairs: { first: string; then: string; feedback: Rich }[];
  /** For numbers and orders: feedback on the right one. */
  right: Rich | null;
  /** For numbers and orders: feedback on any wrong one that the author did not think of. */
  otherwise: Rich | null;
  /** For several choices: feedback where something right was left out. */
  incomplete: Rich | null;
}

/** A question in its source language: words and key. */
export interface SourceQuestion {
  block: QuestionBlock;
  yaml: YamlSource;
  words: QuestionWords;
  texts: NamedText[];
  fields: SourceFields;
}

/** A question in the other language. */
export interface TranslatedQuestion {
  block: QuestionBlock;
  yaml: YamlSource;
  words: QuestionWords;
  texts: NamedText[];
}

/** A text of a question with the terms that it names. */
export interface NamedText extends QuestionText {
  path: YamlPath;
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
  logLines: (of: string, place: Place) => readonly string[];
  terms: TermWords;
}

/** Reads and checks a question of ru.mdx. Null when its fields cannot be used. */
export function readSourceQuestion(block: QuestionBlock, context: QuestionContext): SourceQuestion | null {
  const { yaml } = block;
  if (!yaml) return null;
  const fields: SourceFields | null = readFields(sourceSchemas[kindOf(yaml)], yaml, block.id, context.report);
  if (!fields) return null;
  checkAnswers(fields, { question: block.id, yaml, files: context.files, report: context.report });
  return { block, yaml, fields, ...textsOf(fields, block, yaml, context) };
}

/** Reads a question of en.mdx, which holds words and no key. `kind` is that of the source, when it could be read. */
export function readTranslatedQuestion(
  block: QuestionBlock,
  kind: QuestionKind | null,
  context: QuestionContext,
): TranslatedQuestion | null {
  const { yaml } = block;
  if (!yaml) return null;
  const value = withoutKey(yaml.value, [], (path, field) =>
    context.report.add("translation-key", yaml.keyPlace(path), { question: block.id, field }),
  );
  const keyless = { ...yaml, value };
  const schema = translatedSchemas[kind ?? kindOf(yaml)];
  const words: TranslatedFields | null = readFields(schema, keyless, block.id, context.report);
  return words && { block, yaml, ...textsOf(words, block, yaml, context) };
}

function kindOf({ value }: YamlSource): QuestionKind {
  const named = typeof value === "object" && value !== null && "kind" in value ? value.kind : null;
  return questionKinds.find((kind) => kind === named) ?? "choice";
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

/** Options as far as all kinds have them in common. */
function optionsIn(words: SourceFields | TranslatedFields): readonly { id: string; text?: string; feedback: string }[] {
  return "options" in words ? words.options : [];
}

function textsOf(
  words: SourceFields | TranslatedFields,
  block: QuestionBlock,
  yaml: YamlSource,
  context: QuestionContext,
): { words: QuestionWords; texts: NamedText[] } {
  const texts: NamedText[] = [];
  const rich = (path: YamlPath, text: string, use: "prompt" | "option" | "feedback"): Rich =>
    readRich(text, {
      field: fieldName(path, block.id),
      placeAt: (position) => yaml.textPlace(path, position),
      singleParagraph: use === "option",
      numbers: use === "feedback" ? context : null,
      terms: {
        known: context.terms,
        note: (uses) => texts.push({ kind: use === "feedback" ? "told" : "asked", path, uses }),
      },
      report: context.report,
    });
  const read: QuestionWords = {
    title: words.title,
    prompt: rich(["prompt"], words.prompt, "prompt"),
    explanation: rich(["explanation"], words.explanation, "feedback"),
    options: optionsIn(words).map(({ id, text, feedback }, index) => ({
      id,
      text: text === undefined ? [] : rich(["options", index, "text"], text, "option"),
      feedback: rich(["options", index, "feedback"], feedback, "feedback"),
    })),
    number:
      words.kind === "number"
        ? {
            unit: words.unit,
            wrong: words.wrong.map(({ value, feedback }, index) => ({
              value,
              feedback: rich(["wrong", index, "feedback"], feedback, "feedback"),
            })),
          }
        : null,
    pairs: (words.kind === "order" ? words.wrong : []).map(({ first, then, feedback }, index) => ({
      first,
      then,
      feedback: rich(["wrong", index, "feedback"], feedback, "feedback"),
    })),
    right: "right" in words ? rich(["right"], words.right, "feedback") : null,
    otherwise: "otherwise" in words ? rich(["otherwise"], words.otherwise, "feedback") : null,
    incomplete: "incomplete" in words ? rich(["incomplete"], words.incomplete, "feedback") : null,
  };
  return { words: read, texts };
}
