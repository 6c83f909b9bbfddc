import { isDatabaseUnavailable } from "@/lib/db";
import type { Problem } from "@/lib/progress/contract";
import type { Locale } from "@/lib/locale";

type Text = Pick<Problem, "title" | "detail">;

/** Everything that `POST /api/attempts` and `/api/proofs` may answer instead of a verdict. The name is the last part of `type`. */
const problems = {
  "foreign-origin": {
    status: 403,
    ru: {
      title: "Запрос с чужого сайта",
      detail: "Записывается только то, что отправлено со страниц этого сайта. Откройте страницу здесь и отправьте ещё раз.",
    },
    en: {
      title: "Request from another site",
      detail: "Only what pages of this site send is recorded. Open the page here and send it again.",
    },
  },
  "method-not-allowed": {
    status: 405,
    ru: { title: "Метод не поддерживается", detail: "Какой метод здесь подходит, сказано в заголовке Allow." },
    en: { title: "Method not allowed", detail: "The header Allow says which method fits here." },
  },
  "too-large": {
    status: 413,
    ru: { title: "Слишком длинный запрос", detail: "Такое длинное тело запроса здесь не принимается." },
    en: { title: "Request too large", detail: "A body of this length is not accepted here." },
  },
  "unsupported-media-type": {
    status: 415,
    ru: { title: "Неподходящий тип данных", detail: "Тело запроса отправляют как application/json в UTF-8, без сжатия." },
    en: { title: "Unsupported media type", detail: "Send the body as application/json in UTF-8, not compressed." },
  },
  "not-json": {
    status: 400,
    ru: { title: "JSON не читается", detail: "Тело запроса должно быть правильным JSON в UTF-8." },
    en: { title: "Unreadable JSON", detail: "The body must be valid JSON in UTF-8." },
  },
  invalid: {
    status: 400,
    ru: { title: "Запрос заполнен неверно", detail: "Одно из полей заполнено неверно." },
    en: { title: "Malformed request", detail: "One of the fields is wrong." },
  },
  "unknown-question": {
    status: 422,
    ru: {
      title: "Такого вопроса нет",
      detail: "Вопроса в этой версии сервер не знает. Обновите страницу и ответьте ещё раз.",
    },
    en: {
      title: "Unknown question",
      detail: "The server does not know this version of the question. Reload the page and answer again.",
    },
  },
  "does-not-fit": {
    status: 422,
    ru: {
      title: "Ответ не подходит к вопросу",
      detail: "В показанной версии вопроса другие варианты ответа. Обновите страницу и ответьте ещё раз.",
    },
    en: {
      title: "The answer does not fit the question",
      detail: "The version of the question that was shown has other options. Reload the page and answer again.",
    },
  },
  "unknown-scenario": {
    status: 422,
    ru: { title: "Такого сценария нет", detail: "Этого сценария или этой роли в нём сервер не знает. Обновите страницу и докажите ещё раз." },
    en: { title: "Unknown scenario", detail: "The server does not know this scenario, or this role in it. Reload the page and prove it again." },
  },
  "other-version": {
    status: 422,
    ru: {
      title: "Сценарий изменился",
      detail: "Страница открыта до того, как сценарий изменился. Ваш код не потерян: обновите страницу и докажите ещё раз.",
    },
    en: {
      title: "The scenario has changed",
      detail: "The page was opened before the scenario changed. Your code is not lost: reload the page and prove it again.",
    },
  },
  "other-proof": {
    status: 409,
    ru: { title: "Под этим номером записан другой код", detail: "Засчитан код, который пришёл первым. Докажите ещё раз, чтобы отправить новый." },
    en: { title: "Other code is recorded under this id", detail: "The code that came first counts. Prove it again to send the new one." },
  },
  "unknown-proof": {
    status: 404,
    ru: { title: "Такого доказательства нет", detail: "Под этим номером у вас ничего не записано." },
    en: { title: "Unknown proof", detail: "Nothing of yours is recorded under this id." },
  },
  "too-many-proofs": {
    status: 429,
    ru: { title: "Сервер ещё проверяет прежние", detail: "Подождите, пока сервер проверит доказательства, отправленные раньше, и отправьте это ещё раз." },
    en: { title: "Earlier ones are being checked", detail: "Wait until the server has checked the proofs that were sent before, then send this one again." },
  },
  "other-learner": {
    status: 422,
    ru: {
      title: "Запись другого ученика",
      detail: "Под этим номером уже есть запись другого ученика. Обновите страницу и отправьте ещё раз.",
    },
    en: {
      title: "Recorded for another learner",
      detail: "Something of another learner is recorded under this id. Reload the page and send it again.",
    },
  },
  "other-answer": {
    status: 409,
    ru: {
      title: "Попытка уже записана с другим ответом",
      detail: "Засчитан ответ, который пришёл первым. Обновите страницу, чтобы его увидеть.",
    },
    en: {
      title: "Attempt already recorded with another answer",
      detail: "The answer that came first counts. Reload the page to see it.",
    },
  },
  "same-answer": {
    status: 409,
    ru: {
      title: "Этот ответ уже был",
      detail: "Повтор неверного ответа не тратит попытку. Выберите другой ответ или сдайтесь.",
    },
    en: {
      title: "Same answer again",
      detail: "Repeating a wrong answer does not use up a try. Choose another answer or give up.",
    },
  },
  settled: {
    status: 409,
    ru: { title: "Вопрос уже решён", detail: "Попыток больше нет. Обновите страницу, чтобы увидеть разбор." },
    en: { title: "Question already settled", detail: "No try is left. Reload the page to see the explanation." },
  },
  "too-many": {
    status: 429,
    ru: {
      title: "Слишком много ответов подряд",
      detail: "Подождите немного: этот ответ не записан, его можно отправить ещё раз.",
    },
    en: { title: "Too many answers at once", detail: "Wait a little: this answer is not recorded, send it again." },
  },
  internal: {
    status: 500,
    ru: {
      title: "Ошибка на сервере",
      detail: "Ничего не записано из-за нашей ошибки. Её подробности — в журнале сервера.",
    },
    en: { title: "Server error", detail: "A defect of ours kept this from being recorded. It is in the log." },
  },
  unavailable: {
    status: 503,
    ru: {
      title: "База данных недоступна",
      detail: "Сейчас ничего нельзя записать. Отправьте ещё раз через несколько секунд: дважды это не засчитается.",
    },
    en: {
      title: "The database is not available",
      detail: "Nothing can be recorded now. Send it again in a few seconds: it will not count twice.",
    },
  },
} satisfies Record<string, { status: number } & Record<Locale, Text>>;

export type ProblemName = keyof typeof problems;

/**
 * An error as `application/problem+json` (RFC 9457).
 *
 * @param options.detail replaces the text of the table
 * @param options.retryAfter whole seconds
 * @param options.allow the methods that would be allowed
 */
export function problemResponse(
  name: ProblemName,
  locale: Locale,
  options: { detail?: string; retryAfter?: number | undefined; allow?: string } = {},
): Response {
  const { status, [locale]: text } = problems[name];
  const problem: Problem = { type: `/problems/${name}`, title: text.title, status, detail: options.detail ?? text.detail };
  const headers = new Headers({
    "Content-Type": "application/problem+json; charset=utf-8",
    "Content-Language": locale,
    "Cache-Control": "no-store",
  });
  if (options.retryAfter !== undefined) headers.set("Retry-After", String(options.retryAfter));
  if (options.allow !== undefined) headers.set("Allow", options.allow);
  return new Response(JSON.stringify(problem), { status, headers });
}

/** Seconds: a database restarts within a few. */
const retryAfterOutage = 5;

/** The reply to a request that met an error of ours or a database that is down; the error goes to the log. */
export function failureResponse(what: string, error: unknown, locale: Locale): Response {
  console.error(what, error);
  return isDatabaseUnavailable(error)
    ? problemResponse("unavailable", locale, { retryAfter: retryAfterOutage })
    : problemResponse("internal", locale);
}
