import "server-only";
import { z } from "zod";
import { locales, type Locale } from "@/lib/locale";
import { answerSchema, idPattern, largestNumber, mostOptions } from "@/lib/progress/answer";
import { commitId, commitTime, expectedCommit, localeOf } from "@/lib/progress/commit-fields";
import type { ParsedCommit } from "@/lib/progress/commit-route";
import { confidences, type AttemptRequest } from "@/lib/progress/contract";

const schema = z
  .strictObject({
    id: commitId,
    question: z.string().refine((value) => /^[^/]+\/[^/]+$/.test(value) && value.split("/").every(isId)),
    version: z.string().regex(idPattern),
    answer: answerSchema.nullable(),
    confidence: z.enum(confidences).nullable(),
    locale: z.enum(locales),
    context: z.literal("lesson"),
    shownOrder: z.array(z.string().regex(idPattern)).max(mostOptions),
    answeredAt: commitTime,
  })
  .refine(({ answer, confidence }) => (answer === null) === (confidence === null), { path: ["confidence"] });

function isId(value: string): boolean {
  return idPattern.test(value);
}

/**
 * Checks the body of `POST /api/attempts` as far as this is possible without looking at the question. When it is
 * refused, `detail` names the first field that is wrong and what is expected there; `locale` is the body's, if readable.
 */
export function parseAttemptRequest(body: unknown): ParsedCommit<AttemptRequest> {
  const { data, error } = schema.safeParse(body);
  if (data) return { ok: true, locale: data.locale, commit: data };
  const field = error.issues[0] ? fieldOf(error.issues[0]) : "";
  return { ok: false, locale: localeOf(body), detail: (locale) => sentence(field, locale) };
}

/** `answer.value`; for a field that should not be there its own name, shortened. */
function fieldOf(issue: z.core.$ZodIssue): string {
  const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1).map((key) => key.slice(0, 40)) : [];
  return [...issue.path, ...unknown].join(".");
}

function sentence(field: string, locale: Locale): string {
  const expected = expectations[field.replace(/\.\d+$/, "")]?.[locale];
  if (locale === "ru") {
    if (field === "") return "Тело запроса должно быть объектом JSON.";
    return expected ? `Поле ${field}: здесь должно быть ${expected}.` : `Поле ${field} здесь не предусмотрено.`;
  }
  if (field === "") return "The body must be a JSON object.";
  return expected ? `Field ${field}: expected ${expected}.` : `Field ${field} is not known here.`;
}

const expectations: Record<string, Record<Locale, string>> = {
  ...expectedCommit,
  question: { ru: "имя вида урок/вопрос", en: "a name like lesson/question" },
  version: { ru: "имя показанной версии вопроса", en: "the version of the question that was shown" },
  answer: {
    ru: "выбранные варианты, число или null, если вы сдались",
    en: "an option or several, a number, or null for giving up",
  },
  "answer.kind": {
    ru: "одно из слов choice, several, number, place, order",
    en: "choice, several, number, place or order",
  },
  "answer.options": {
    ru: "имена выбранных вариантов, каждое один раз",
    en: "the ids of the options, each once",
  },
  "answer.option": { ru: "имя выбранного варианта", en: "the id of the chosen option" },
  "answer.value": {
    ru: `целое число от −${largestNumber} до ${largestNumber}`,
    en: `a whole number between −${largestNumber} and ${largestNumber}`,
  },
  confidence: {
    ru: `одно из слов ${confidences.join(", ")} или null, если ответа нет`,
    en: `one of ${confidences.join(", ")}, or null when there is no answer`,
  },
  context: { ru: "слово lesson", en: "lesson" },
  shownOrder: {
    ru: `имена вариантов в том порядке, в котором они показаны, не больше ${mostOptions}`,
    en: `the ids of the options in the order shown, at most ${mostOptions}`,
  },
};
