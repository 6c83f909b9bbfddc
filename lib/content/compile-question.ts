import type { Answer, PublicOption, PublicQuestion, Rich, SecretFeedback, SecretQuestion, ShownRun, ShownTraffic, Snippet } from "./compiled";
import type { ContentFiles } from "./files";
import type { Report } from "./problem";
import type { ClaimResults } from "./claims/results";
import type { Claim } from "./question/claim";
import type { YamlPath } from "./yaml-source";
import type { QuestionWords, SourceQuestion, TranslatedQuestion } from "./question/question";
import type { SourceFields } from "./question/schema";
import type { Locale } from "@/lib/locale";
import { fieldName } from "./fields";
import { crashGap, placeText } from "./question/places";
import { shownRun } from "./question/shown-run";
import { whatIfsOf } from "./question/what-ifs";
import { readScenario } from "./scenarios";
import { executedSource } from "./snippet/snippet";
import { shownTraffic } from "./traffic";
import { questionVersion } from "./version";

/** A question in both languages with its version, before it is split. */
export interface CompleteQuestion {
  /** `lesson/question` */
  id: string;
  version: string;
  key: Answer;
  source: SourceQuestion;
  translated: TranslatedQuestion;
  snippet: Snippet;
}

/** Joins the languages of a question. Null when it has no key, which is reported elsewhere. */
export function completeQuestion(
  slug: string,
  source: SourceQuestion,
  translated: TranslatedQuestion,
  snippet: Snippet,
): CompleteQuestion | null {
  const { fields } = source;
  const key = keyOf(fields);
  if (!key) return null;
  const options = optionsIn(fields);
  const version = questionVersion({
    key,
    options: options.map(({ id }) => id),
    prompt: fields.prompt,
    texts: options.map((option) => ("text" in option ? option.text : String(option.line))),
    snippet: executedSource(snippet),
  });
  return { id: `${slug}/${source.block.id}`, version, key, source, translated, snippet };
}

/** The options of a question; none for numbers. */
export function optionsIn(fields: SourceFields) {
  return "options" in fields ? fields.options : [];
}

function keyOf(fields: SourceFields): Answer | null {
  if (fields.kind === "number") return { kind: "number", value: fields.answer };
  if (fields.kind === "order") return { kind: "order", options: fields.options.map(({ id }) => id) };
  const right = fields.options.flatMap(({ id, correct }) => (correct ? id : []));
  if (fields.kind === "several") return { kind: "several", options: right.toSorted() };
  return right[0] === undefined ? null : { kind: fields.kind, option: right[0] };
}

/** What reaches the page before the answer: words, ids, order. */
export function publicQuestion({ id, version, source, translated, snippet }: CompleteQuestion, locale: Locale): PublicQuestion {
  const { words } = locale === "ru" ? source : translated;
  const { fields, block } = source;
  const options = optionsIn(fields).map((option, index): PublicOption => {
    const text = words.options[index]?.text ?? [];
    if (!("line" in option) || fields.kind !== "place") return { id: option.id, text };
    return { id: option.id, text: placeText(fields.places, option.line, snippet, locale), line: option.line };
  });
  return {
    id,
    version,
    kind: fields.kind,
    asks: block.asks,
    snippet: block.snippet,
    title: words.title,
    prompt: words.prompt,
    // The source lists repairs in the order that is asked for.
    options: fields.kind === "order" ? options.toSorted((a, b) => (a.id < b.id ? -1 : 1)) : options,
    shuffle: fields.kind === "order" || ("shuffle" in fields && fields.shuffle),
    unit: words.number?.unit ?? null,
    places: fields.kind === "place" ? fields.places : null,
  };
}

/** What stays on the server until the learner has answered: key, feedback, explanation, runs. */
export function secretQuestion(question: CompleteQuestion, files: ContentFiles, report: Report, results: ClaimResults): SecretQuestion {
  const { id, version, key, source, translated } = question;
  const { fields } = source;
  const both = (textOf: (words: QuestionWords) => Rich | null | undefined): Record<Locale, Rich> => ({
    ru: textOf(source.words) ?? [],
    en: textOf(translated.words) ?? [],
  });
  const ifAny = (textOf: (words: QuestionWords) => Rich | null): Record<Locale, Rich> | null =>
    textOf(source.words) && both(textOf);
  const runOf = (claims: readonly Claim[] | undefined, path: YamlPath): ShownRun | null =>
    claims ? shownRun(claims, { path, yaml: source.yaml, question: source.block.id }, files, report) : null;
  const told = (
    textOf: (words: QuestionWords) => Rich | undefined,
    claims: readonly Claim[] | undefined,
    path: YamlPath,
  ): SecretFeedback => ({ feedback: both(textOf), run: runOf(claims, path), cause: causeOf(claims) });

  const at = { yaml: source.yaml, question: source.block.id };
  const whatIf = whatIfsOf(fields.whatIf ?? [], at, files, report, results);
  const secret: SecretQuestion = {
    id,
    version,
    kind: fields.kind,
    key,
    options: optionsIn(fields).map((option, index) => ({
      id: option.id,
      misconception: ("misconception" in option && option.misconception) || null,
      safe: ("safe" in option && option.safe) || false,
      ...told(
        ({ options }) => options[index]?.feedback,
        "refutedBy" in option ? option.refutedBy : undefined,
        ["options", index, "refutedBy"],
      ),
    })),
    wrong: (fields.kind === "number" ? fields.wrong : []).map(({ value, misconception = "", refutedBy }, index) => ({
      value,
      misconception,
      ...told(({ number }) => number?.wrong.find((wrong) => wrong.value === value)?.feedback, refutedBy, ["wrong", index, "refutedBy"]),
    })),
    pairs: (fields.kind === "order" ? fields.wrong : []).map(({ first, then, misconception = "", refutedBy }, index) => ({
      first,
      then,
      misconception,
      ...told(
        ({ pairs }) => pairs.find((pair) => pair.first === first && pair.then === then)?.feedback,
        refutedBy,
        ["wrong", index, "refutedBy"],
      ),
    })),
    right: ifAny(({ right }) => right),
    otherwise: ifAny(({ otherwise }) => otherwise),
    incomplete: ifAny(({ incomplete }) => incomplete),
    explanation: both(({ explanation }) => explanation),
    run: runOf(fields.prove, ["prove"]),
    cause: causeOf(fields.prove),
    traffic: trafficOf(fields, files, report),
    ...(whatIf.length > 0 && { whatIf }),
  };
  checkCrashes(question, secret, report);
  return secret;
}

/** The run of a gap has to crash in that gap: the place is executed, not only stated. */
function checkCrashes({ source, snippet }: CompleteQuestion, secret: SecretQuestion, report: Report): void {
  const { fields, yaml, block } = source;
  if (fields.kind !== "place" || fields.places !== "gaps") return;
  fields.options.forEach(({ line, correct }, index) => {
    const path = correct ? ["prove"] : ["options", index, "refutedBy"];
    const run = correct ? secret.run : secret.options[index]?.run;
    const found = run ? crashGap(run.frames, snippet) : null;
    if (found !== null && found !== line)
      report.add("run-crashes-elsewhere", yaml.keyPlace(path), { field: fieldName(path, block.id), line, found });
  });
}

/** The first cause that claims are about. */
function causeOf(claims: readonly Claim[] | undefined): string | null {
  return claims?.find(({ traffic }) => traffic !== undefined)?.traffic ?? null;
}

function trafficOf(fields: SourceFields, files: ContentFiles, report: Report): ShownTraffic | null {
  const claim = fields.prove?.find(({ traffic }) => traffic !== undefined);
  const read = claim && readScenario(claim.scenario, files, report);
  return read ? shownTraffic(read, files) : null;
}
