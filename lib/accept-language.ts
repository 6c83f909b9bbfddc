import type { Locale } from "@/lib/locale";

/**
 * The language for a reader who has not chosen one, from the `Accept-Language` header: Russian when the reader ranks
 * it above English, English otherwise. Quality values count (RFC 9110, 12.5.4): `q=0` refuses a language, a missing
 * or broken value counts as 1, and of equal values the first one wins.
 */
export function preferredLocale(header: string | null): Locale {
  const russian = { quality: 0, position: Infinity };
  const english = { quality: 0, position: Infinity };
  (header ?? "").split(",").forEach((item, position) => {
    const [range = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    const language = range.split("-")[0];
    const wanted = language === "ru" ? russian : language === "en" ? english : null;
    if (!wanted) return;
    const quality = qualityOf(parameters);
    if (quality > wanted.quality) Object.assign(wanted, { quality, position });
  });
  if (russian.quality !== english.quality) return russian.quality > english.quality ? "ru" : "en";
  return russian.position < english.position ? "ru" : "en";
}

function qualityOf(parameters: string[]): number {
  const written = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = written === undefined ? 1 : Number(written.slice(2));
  return Number.isFinite(quality) ? Math.min(Math.max(quality, 0), 1) : 1;
}
