import type { ContentFiles } from "../files";
import type { Report } from "../problem";
import type { YamlPath, YamlSource } from "../yaml-source";
import type { SourceChoice, SourceNumber } from "./schema";
import { checkClaims } from "./claim";

/** Where the answers of one question stand. */
export interface AnswersAt {
  question: string;
  yaml: YamlSource;
  files: ContentFiles;
  report: Report;
}

/** Checks one key, three to six options, and that each wrong option is named and refuted. */
export function checkChoice(choice: SourceChoice, at: AnswersAt): void {
  const { question, yaml, report } = at;
  const { options } = choice;
  if (options.length < 3 || options.length > 6)
    report.add("option-count", yaml.keyPlace(["options"]), { question, count: options.length });
  const right = options.filter((option) => option.correct);
  if (right.length === 0) report.add("key-missing", yaml.keyPlace(["options"]), { question });
  if (right.length > 1)
    report.add("key-twice", yaml.keyPlace(["options"]), { question, options: right.map(({ id }) => id) });
  const seen = new Set<string>();
  options.forEach((option, index) => {
    const path = ["options", index];
    if (seen.has(option.id))
      report.add("option-id-twice", yaml.place([...path, "id"]), { question, option: option.id });
    seen.add(option.id);
    if (!option.correct) checkWrong(option, option.id, path, at);
    else if (right.length === 1)
      for (const field of ["misconception", "refutedBy", "refutable", "reason", "safe"] as const)
        if (option[field] !== undefined)
          report.add("key-refuted", yaml.keyPlace([...path, field]), { question, field });
  });
  checkClaims(choice.prove, { path: ["prove"], yaml, question }, at.files, report);
}

/** Checks that wrong values are wrong, named and refuted. */
export function checkNumber(number: SourceNumber, at: AnswersAt): void {
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
  checkClaims(number.prove, { path: ["prove"], yaml, question }, at.files, report);
}

type Wrong = Pick<SourceChoice["options"][number], "misconception" | "refutedBy" | "refutable" | "reason">;

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
