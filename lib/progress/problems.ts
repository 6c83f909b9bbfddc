import type { Problem } from "@/lib/progress/contract";
import type { Locale } from "@/lib/locale";

type Text = Pick<Problem, "title" | "detail">;

/** Everything that `POST /api/attempts` may answer instead of a verdict. The name is the last part of `type`. */
const problems = {
  "foreign-origin": {
    status: 403,
    ru: {
      title: "Запрос с чужого сайта",
      detail: "Ответы принимаются только со страниц этого сайта. Откройте урок здесь и ответьте ещё раз.",
    },
    en: {
      title: "Request from another site",
      detail: "Answers are accepted only from the pages of this site. Open the lesson here and answer again.",
    },
  },
  "method-not-allowed": {
    status: 405,
    ru: { title: "Метод не поддерживается", detail: "Ответ отправляют методом POST." },
    en: { title: "Method not allowed", detail: "Answers are sent with the method POST." },
  },
  "too-large": {
    status: 413,
    ru: { title: "Слишком длинный ответ", detail: "Тело запроса должно быть не больше 16 КБ." },
    en: { title: "Answer too large", detail: "The body may have at most 16 KB." },
  },
  "unsupported-media-type": {
    status: 415,
    ru: { title: "Неподходящий тип данных", detail: "Ответ отправляют как application/json в UTF-8, без сжатия." },
    en: { title: "Unsupported media type", detail: "Send the answer as application/json in UTF-8, not compressed." },
  },
  "not-json": {
    status: 400,
    ru: { title: "JSON не читается", detail: "Тело запроса должно быть правильным JSON в UTF-8." },
    en: { title: "Unreadable JSON", detail: "The body must be valid JSON in UTF-8." },
  },
  invalid: {
    status: 400,
    ru: { title: "Ответ заполнен неверно", detail: "Одно из полей заполнено неверно." },
    en: { title: "Malformed answer", detail: "One of the fields is wrong." },
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
  "other-learner": {
    status: 422,
    ru: {
      title: "Чужая попытка",
      detail: "Попытка с таким номером записана за другим учеником. Обновите страницу и ответьте ещё раз.",
    },
    en: {
      title: "Attempt of another learner",
      detail: "An attempt with this id belongs to another learner. Reload the page and answer again.",
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
      detail: "Ответ не записан из-за нашей ошибки. Её подробности записаны в журнал сервера.",
    },
    en: { title: "Server error", detail: "A defect of ours kept the answer from being recorded. It is in the log." },
  },
  unavailable: {
    status: 503,
    ru: {
      title: "База данных недоступна",
      detail: "Ответ пока нельзя записать. Отправьте его ещё раз через несколько секунд: дважды он не засчитается.",
    },
    en: {
      title: "The database is not available",
      detail: "The answer cannot be recorded now. Send it again in a few seconds: it will not count twice.",
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
