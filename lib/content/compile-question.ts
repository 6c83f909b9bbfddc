import type { PublicQuestion, Rich, SecretQuestion, ShownRun, ShownTraffic, Snippet } from "./compiled";
import type { ContentFiles } from "./files";
import type { Report } from "./problem";
import type { Claim } from "./question/claim";
import type { YamlPath } from "./yaml-source";
import type { SourceQuestion, TranslatedQuestion } from "./question/question";
import type { Locale } from "@/lib/locale";
import { shownRun } from "./question/shown-run";
import { readScenario } from "./scenarios";
import { executedSource } from "./snippet/snippet";
import { shownTraffic } from "./traffic";
import { questionVersion } from "./version";

/** A question in both languages with its version, before it is split. */
export interface CompleteQuestion {
  /** `lesson/question` */
  id: string;
  version: string;
  source: SourceQuestion;
  translated: TranslatedQuestion;
}

/** Joins the languages of a question. Null when it has no key, which is reported elsewhere. */
export function completeQuestion(
  slug: string,
  source: SourceQuestion,
  translated: TranslatedQuestion,
  snippet: Snippet,
): CompleteQuestion | null {
  const key = keyOf(source);
  if (!key) return null;
  const options = source.kind === "choice" ? source.fields.options : [];
  const version = questionVersion({
    key,
    options: options.map(({ id }) => id),
    prompt: source.fields.prompt,
    texts: options.map((option) => option.text),
    snippet: executedSource(snippet),
  });
  return { id: `${slug}/${source.block.id}`, version, source, translated };
}

function keyOf(source: SourceQuestion): SecretQuestion["key"] | null {
  if (source.kind === "number") return { kind: "number", value: source.fields.answer };
  const right = source.fields.options.find(({ correct }) => correct);
  return right ? { kind: "choice", option: right.id } : null;
}

/** What reaches the page before the answer: words, ids, order. */
export function publicQuestion({ id, version, source, translated }: CompleteQuestion, locale: Locale): PublicQuestion {
  const { words } = locale === "ru" ? source : translated;
  return {
    id,
    version,
    kind: source.kind,
    asks: source.block.asks,
    snippet: source.block.snippet,
    title: words.title,
    prompt: words.prompt,
    options: words.options.map((option) => ({ id: option.id, text: option.text })),
    shuffle: source.kind === "choice" && source.fields.shuffle,
    unit: words.number?.unit ?? null,
  };
}

/** What stays on the server until the learner has answered: key, feedback, explanation, runs. */
export function secretQuestion(
  { id, version, source, translated }: CompleteQuestion,
  files: ContentFiles,
  report: Report,
): SecretQuestion {
  const ru = source.words;
  const en = translated.words;
  const both = (russian: Rich | undefined, english: Rich | undefined): Record<Locale, Rich> => ({
    ru: russian ?? [],
    en: english ?? [],
  });
  const runOf = (claims: readonly Claim[] | undefined, path: YamlPath): ShownRun | null =>
    claims ? shownRun(claims, { path, yaml: source.yaml, question: source.block.id }, files, report) : null;
  const key = keyOf(source);
  if (!key) throw new Error(`The question ${id} was compiled without a key`);
  return {
    id,
    version,
    kind: source.kind,
    key,
    options: (source.kind === "choice" ? source.fields.options : []).map((option, index) => ({
      id: option.id,
      misconception: option.misconception ?? null,
      safe: option.safe ?? false,
      feedback: both(ru.options[index]?.feedback, en.options[index]?.feedback),
      run: runOf(option.refutedBy, ["options", index, "refutedBy"]),
      cause: causeOf(option.refutedBy),
    })),
    wrong: (source.kind === "number" ? source.fields.wrong : []).map(({ value, misconception = "", refutedBy }, index) => {
      const feedback = (words: typeof ru): Rich | undefined =>
        words.number?.wrong.find((wrong) => wrong.value === value)?.feedback;
      const run = runOf(refutedBy, ["wrong", index, "refutedBy"]);
      return { value, misconception, feedback: both(feedback(ru), feedback(en)), run, cause: causeOf(refutedBy) };
    }),
    right: ru.number && both(ru.number.right, en.number?.right),
    otherwise: ru.number && both(ru.number.otherwise, en.number?.otherwise),
    explanation: both(ru.explanation, en.explanation),
    run: runOf(source.fields.prove, ["prove"]),
    cause: causeOf(source.fields.prove),
    traffic: trafficOf(source, files, report),
  };
}

/** The first cause that claims are about. */
function causeOf(claims: readonly Claim[] | undefined): string | null {
  return claims?.find(({ traffic }) => traffic !== undefined)?.traffic ?? null;
}

function trafficOf(source: SourceQuestion, files: ContentFiles, report: Report): ShownTraffic | null {
  const claim = source.fields.prove?.find(({ traffic }) => traffic !== undefined);
  const read = claim && readScenario(claim.scenario, files, report);
  return read ? shownTraffic(read, files) : null;
}
