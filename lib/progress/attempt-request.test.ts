import { expect, test } from "vitest";
import { parseAttemptRequest } from "@/lib/progress/attempt-request";
import { chargesAttempt, givingUp, repairAttempt } from "@/lib/progress/testing/attempts";

/** What a refused body is told; null when it is accepted. */
function complaints(body: unknown): { en: string; ru: string } | null {
  const parsed = parseAttemptRequest(body);
  return parsed.ok ? null : { en: parsed.detail("en"), ru: parsed.detail("ru") };
}

test("right answers of every kind are accepted as they are", () => {
  for (const body of [chargesAttempt(2), repairAttempt("lock"), givingUp(repairAttempt("lock"))]) {
    expect(parseAttemptRequest(body)).toEqual({ ok: true, locale: "en", commit: body });
  }
});

const right = repairAttempt("lock");

test.each<[string, object]>([
  ["id", { id: "1" }],
  ["question", { question: "consumers" }],
  ["question", { question: "a/b/c" }],
  ["version", { version: "a\u0000b" }],
  ["answer", { answer: "lock" }],
  ["answer.kind", { answer: { kind: "essay", text: "" } }],
  ["answer.option", { answer: { kind: "choice", option: "" } }],
  ["answer.value", { answer: { kind: "number", value: 2.5 } }],
  ["answer.value", { answer: { kind: "number", value: 1e12 } }],
  ["confidence", { confidence: "maybe" }],
  ["confidence", { confidence: null }],
  ["confidence", { answer: null }],
  ["locale", { locale: "de" }],
  ["context", { context: "review" }],
  ["shownOrder", { shownOrder: "lock" }],
  ["shownOrder", { shownOrder: Array<string>(51).fill("lock") }],
  ["shownOrder.1", { shownOrder: ["lock", "../secret"] }],
  ["answeredAt", { answeredAt: "yesterday" }],
  ["answeredAt", { answeredAt: "9999-12-31T23:59:59Z" }],
  ["answeredAt", { answeredAt: "1969-12-31T23:59:59Z" }],
])("a wrong %s is named, with what is expected there: %j", (field, change) => {
  const told = complaints({ ...right, ...change });
  expect(told?.en).toMatch(new RegExp(`^Field ${field}: expected .+\\.$`));
  expect(told?.ru).toMatch(new RegExp(`^Поле ${field}: здесь должно быть .+\\.$`));
});

test.each(Object.keys(right))("without %s it is refused", (field) => {
  expect(complaints(Object.fromEntries(Object.entries(right).filter(([name]) => name !== field)))?.en).toContain(field);
});

test("unknown fields are named, shortened when they are long", () => {
  expect(complaints({ ...right, correct: true })?.en).toBe("Field correct is not known here.");
  const long = { ...right, answer: { kind: "choice", option: "lock", ["x".repeat(5_000)]: 1 } };
  expect(complaints(long)?.ru).toBe(`Поле answer.${"x".repeat(40)} здесь не предусмотрено.`);
});

test.each([null, [], "text", 7, true])("%j is no object", (body) => {
  expect(complaints(body)).toEqual({
    en: "The body must be a JSON object.",
    ru: "Тело запроса должно быть объектом JSON.",
  });
});

test("a clock that is years wrong costs nothing", () => {
  for (const answeredAt of ["1970-01-01T00:00:00Z", "2009-01-01T00:00:00+03:00", "2099-12-31T23:59:59.999Z"]) {
    expect(complaints({ ...right, answeredAt })).toBeNull();
  }
});

test("a time reaches the database in UTC, whatever its time zone", () => {
  const parsed = parseAttemptRequest({ ...right, answeredAt: "2026-11-30T23:59:00+23:59" });
  expect(parsed).toMatchObject({ commit: { answeredAt: "2026-11-30T00:00:00.000Z" } });
});
