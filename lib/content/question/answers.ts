import type { ContentFiles } from "../files";
import type { Report } from "../problem";
import type { YamlPath, YamlSource } from "../yaml-source";
import type { SourceFields } from "./schema";
import { checkClaims } from "./claim";

/** Where the answers of one question stand. */
export interface AnswersAt {
  question: string;
  yaml: YamlSource;
  files: ContentFiles;
  report: Report;
}

/** Checks key and number of options of a question, and that each wrong answer is named and refuted. */
export function checkAnswers(fields: SourceFields, at: AnswersAt): void {
  if (fields.kind === "number") checkNumber(fields, at);
  else if (fields.kind === "order") checkOrder(fields, at);
  else checkOptions(fields, at);
  checkClaims(fields.prove, { path: ["prove"], yaml: at.yaml, question: at.question }, at.files, at.report);
}

/** A handler may have more gaps than a choice has options. */
const mostOptions = { choice: 6, several: 6, order: 6, place: 12 } as const;

function checkCount(kind: keyof typeof mostOptions, count: number, { question, yaml, report }: AnswersAt): void {
  if (count < 3 || count > mostOptions[kind]) report.add("option-count", yaml.keyPlace(["options"]), { question, count, most: mostOptions[kind] });
}

function checkOptions(fields: SourceFields<"choice" | "several" | "place">, at: AnswersAt): void {
  const { question, yaml, report } = at;
  const { options, kind } = fields;
  checkCount(kind, options.length, at);
  const right = options.filter((option) => option.correct);
  if (kind === "several") {
    if (right.length < 2 || right.length === options.length)
      report.add("several-key-missing", yaml.keyPlace(["options"]), { question, count: right.length });
  } else {
    if (right.length === 0) report.add("key-missing", yaml.keyPlace(["options"]), { question });
    if (right.length > 1)
      report.add("key-twice", yaml.keyPlace(["options"]), { question, options: right.map(({ id }) => id) });
  }
  checkIds(options, at);
  const isKeySound = kind === "several" || right.length === 1;
  options.forEach((option, index) => {
    const path = ["options", index];
    if (!option.correct) checkWrong(option, option.id, path, at);
    else if (isKeySound)
      for (const field of ["misconception", "refutedBy", "refutable", "reason", "safe"] as const)
        if (option[field] !== undefined)
          report.add("key-refuted", yaml.keyPlace([...path, field]), { question, field });
  });
}

function checkIds(options: readonly { id: string }[], { question, yaml, report }: AnswersAt): void {
  options.forEach(({ id }, index) => {
    if (options.findIndex((other) => other.id === id) < index)
      report.add("option-id-twice", yaml.place(["options", index, "id"]), { question, option: id });
  });
}

/** Checks that wrong values are wrong, named and refuted. */
function checkNumber(number: SourceFields<"number">, at: AnswersAt): void {
  const { question, yaml, report } = at;
  const seen = new Set<number>();
  number.wrong.forEach((wrong, index) => {
    const path = ["wrong", index];
    const { value } = wrong;
    if (value === number.answer)
      report.add("wrong-value-is-answer", yaml.place([...path, "value"]), { question, value });
    if (seen.has(value)) report.add("wrong-value-twice", yaml.place([...path, "value"]), { question, value });
    seen.add(value);
    checkWrong(wrong, String(value), path, at);
  });
}

/** Checks that each wrong pair turns the order of two options round, and is named and refuted. */
function checkOrder({ options, wrong }: SourceFields<"order">, at: AnswersAt): void {
  const { question, yaml, report } = at;
  checkCount("order", options.length, at);
  checkIds(options, at);
  const known = options.map(({ id }) => id);
  wrong.forEach((pair, index) => {
    const path = ["wrong", index];
    const { first, then } = pair;
    for (const field of ["first", "then"] as const)
      if (!known.includes(pair[field]))
        report.add("order-pair-unknown", yaml.place([...path, field]), { question, option: pair[field], known });
    if (known.includes(first) && known.includes(then) && known.indexOf(first) <= known.indexOf(then))
      report.add("order-pair-right", yaml.place([...path, "first"]), { question, first, then });
    if (wrong.findIndex((other) => other.first === first && other.then === then) < index)
      report.add("order-pair-twice", yaml.place([...path, "first"]), { question, first, then });
    checkWrong(pair, `${first} before ${then}`, path, at);
  });
}

type Wrong = Pick<SourceFields<"choice">["options"][number], "misconception" | "refutedBy" | "refutable" | "reason">;

function checkWrong(wrong: Wrong, answer: string, path: YamlPath, at: AnswersAt): void {
  const { question, yaml, report } = at;
  const place = yaml.place(path);
  if (wrong.misconception === undefined) report.add("wrong-without-misconception", place, { question, answer });
  if (wrong.refutedBy && wrong.refutable === false) report.add("wrong-refuted-and-not", place, { question, answer });
  else if (!wrong.refutedBy && wrong.refutable === undefined)
    report.add("wrong-not-refuted", place, { question, answer });
  if (wrong.refutable === false && wrong.reason === undefined)
    report.add("wrong-without-reason", place, { question, answer });
  if (wrong.refutable === undefined && wrong.reason !== undefined)
    report.add("wrong-reason-alone", yaml.keyPlace([...path, "reason"]), { question, answer });
  if (wrong.refutedBy)
    checkClaims(wrong.refutedBy, { path: [...path, "refutedBy"], yaml, question }, at.files, at.report);
}
