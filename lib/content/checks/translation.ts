import type { LessonText, Part } from "../lesson/lesson-text";
import type { Report } from "../problem";
import type { NamedText, SourceQuestion, TranslatedQuestion } from "../question/question";
import { fieldName } from "../fields";
import { shortHash } from "../hash";

/** Characters of the hash in `source: ru@…`: short enough to type, long enough to change with every edit. */
const hashLength = 7;

/** How a translation names the Russian text that it was made from. */
export function sourceMark(russian: LessonText): string {
  return `ru@${shortHash(russian.source.text, hashLength)}`;
}

/** True when the Russian text has changed since the translation was made. */
export function isStale(translated: LessonText, russian: LessonText): boolean {
  return translated.front.source?.slice(0, 3 + hashLength) !== sourceMark(russian);
}

/** Warns when the Russian text has changed since the translation was made. */
export function checkStaleness(translated: LessonText, russian: LessonText, report: Report): void {
  if (!isStale(translated, russian)) return;
  const place = translated.front.yaml.place(["source"]);
  report.add("translation-stale", place, { source: translated.front.source ?? "", current: sourceMark(russian) });
}

/** Checks that a translation holds the same parts in the same order. */
export function checkParts(translated: LessonText, russian: LessonText, report: Report): void {
  const { file } = translated.source;
  const isBlock = ({ kind }: Part): boolean => kind !== "given" && kind !== "claim" && kind !== "term";
  // Facts may change places inside a section: sentences are built differently. Everything else stands in one order.
  const matched = matchParts(translated.parts, russian.parts);
  for (const part of matched.missing) {
    const index = russian.parts.indexOf(part);
    const before = russian.parts.slice(0, index).findLast((other) => isBlock(other) && matched.pairs.has(other));
    const after = before ? before.name : "the front matter";
    const place = (before && matched.pairs.get(before)?.place) ?? { file, line: 1, column: 1 };
    report.add("translation-part-missing", place, { part: part.name, after });
  }
  for (const part of matched.extra) report.add("translation-part-extra", part.place, { part: part.name });
  if (matched.missing.length > 0 || matched.extra.length > 0) return;
  const wanted = russian.parts.filter(isBlock);
  const found = translated.parts.filter(isBlock);
  const moved = wanted.findIndex((part, index) => found[index]?.name !== part.name);
  const part = wanted[moved];
  if (!part) return;
  const place = matched.pairs.get(part)?.place ?? { file, line: 1, column: 1 };
  report.add("translation-part-moved", place, {
    part: part.name,
    after: wanted[moved - 1]?.name ?? "the front matter",
  });
}

/** Pairs the parts of two languages by their names; facts and claims within their section. */
function matchParts(translated: readonly Part[], russian: readonly Part[]) {
  const keyOf = ({ kind, name, section }: Part): string =>
    kind === "heading" || kind === "question" || kind === "snippet" ? name : `${section} ${name}`;
  const rest = new Map<string, Part[]>();
  for (const part of translated) rest.set(keyOf(part), [...(rest.get(keyOf(part)) ?? []), part]);
  const pairs = new Map<Part, Part>();
  const missing: Part[] = [];
  for (const part of russian) {
    const partner = rest.get(keyOf(part))?.shift();
    if (partner) pairs.set(part, partner);
    else missing.push(part);
  }
  return { pairs, missing, extra: [...rest.values()].flat() };
}

/** Checks that a translated question asks the same: same snippet, same options or values, in the same order. */
export function checkTranslatedQuestion(translated: TranslatedQuestion, russian: SourceQuestion, report: Report): void {
  const question = russian.block.id;
  const { block, yaml } = translated;
  for (const attribute of ["snippet", "asks"] as const)
    if (block[attribute] !== russian.block[attribute])
      report.add("translation-attribute", block.place, {
        question,
        attribute,
        value: block[attribute],
        source: russian.block[attribute],
      });
  checkMarks(translated, russian, report);
  if (russian.fields.kind === "order") checkPairs(translated, russian, report);
  if (russian.fields.kind !== "number") checkOptions(translated, russian, report);
  else {
    const wanted = russian.fields.wrong.map(({ value }) => value);
    const found = (translated.words.number?.wrong ?? []).map(({ value }) => value);
    for (const value of wanted)
      if (!found.includes(value))
        report.add("translation-value-missing", yaml.keyPlace(["wrong"]), { question, value });
    found.forEach((value, index) => {
      if (!wanted.includes(value))
        report.add("translation-value-extra", yaml.place(["wrong", index, "value"]), { question, value });
    });
  }
}

/** Each text of a question marks the same terms as the Russian one. */
function checkMarks({ block, yaml, texts }: TranslatedQuestion, russian: SourceQuestion, report: Report): void {
  const marksIn = (text: NamedText | undefined): string[] =>
    [...new Set((text?.uses ?? []).filter(({ isMarked }) => isMarked).map(({ term }) => term))];
  for (const text of texts) {
    const field = fieldName(text.path, block.id);
    const wanted = marksIn(russian.texts.find(({ path }) => path.join() === text.path.join()));
    const found = marksIn(text);
    const place = yaml.place(text.path);
    for (const term of wanted) if (!found.includes(term)) report.add("translation-term-missing", place, { field, term });
    for (const term of found) if (!wanted.includes(term)) report.add("translation-term-extra", place, { field, term });
  }
}

function checkPairs({ words, yaml }: TranslatedQuestion, russian: SourceQuestion, report: Report): void {
  const question = russian.block.id;
  const isSame = (one: { first: string; then: string }) => (other: { first: string; then: string }) =>
    one.first === other.first && one.then === other.then;
  for (const { first, then } of russian.words.pairs)
    if (!words.pairs.some(isSame({ first, then })))
      report.add("translation-pair-missing", yaml.keyPlace(["wrong"]), { question, first, then });
  words.pairs.forEach(({ first, then }, index) => {
    if (!russian.words.pairs.some(isSame({ first, then })))
      report.add("translation-pair-extra", yaml.place(["wrong", index, "first"]), { question, first, then });
  });
}

function checkOptions({ words, yaml }: TranslatedQuestion, russian: SourceQuestion, report: Report): void {
  const question = russian.block.id;
  const wanted = russian.words.options.map(({ id }) => id);
  const found = words.options.map(({ id }) => id);
  const missing = wanted.filter((id) => !found.includes(id));
  const extra = found.filter((id) => !wanted.includes(id));
  for (const option of missing)
    report.add("translation-option-missing", yaml.keyPlace(["options"]), { question, option });
  for (const option of extra)
    report.add("translation-option-extra", yaml.place(["options", found.indexOf(option)]), { question, option });
  if (missing.length || extra.length) return;
  if (found.length > wanted.length) {
    const twice = found.findIndex((id, index) => found.indexOf(id) < index);
    report.add("option-id-twice", yaml.place(["options", twice, "id"]), { question, option: found[twice] ?? "" });
  } else if (found.join() !== wanted.join())
    report.add("translation-option-moved", yaml.keyPlace(["options"]), { question, options: wanted });
}
