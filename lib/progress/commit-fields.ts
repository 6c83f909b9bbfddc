import { z } from "zod";
import { isLocale, type Locale } from "@/lib/locale";

/** The fields that every commit of a learner has. */

export const commitId = z.uuid().toLowerCase();
export const commitTime = z.iso.datetime({ offset: true }).refine(isComputerTime).transform(inUtc);

/** What is expected in them, to follow "Field …: expected". */
export const expectedCommit: Record<"id" | "locale" | "answeredAt", Record<Locale, string>> = {
  id: { ru: "значение UUID", en: "a UUID" },
  locale: { ru: "слово ru или en", en: "ru or en" },
  answeredAt: { ru: "время в формате ISO 8601", en: "a time in ISO 8601" },
};

/** The language that a body asks to be answered in, however wrong the rest of it is; null when it names none. */
export function localeOf(body: unknown): Locale | null {
  const locale = typeof body === "object" && body !== null && "locale" in body ? body.locale : null;
  return isLocale(locale) ? locale : null;
}

/** A wrong clock must not cost an answer, so any time that a computer may believe in will do: from 1970 to 2099. */
function isComputerTime(value: string): boolean {
  const time = Date.parse(value);
  return time >= 0 && time < Date.UTC(2100, 0);
}

/** PostgreSQL knows no time zone beyond 15:59; ISO 8601 has 23:59. */
function inUtc(value: string): string {
  return new Date(value).toISOString();
}
