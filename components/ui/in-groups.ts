import type { Locale } from "@/lib/locale";

/** Digits in groups of three: by spaces that do not break in Russian, by commas in English. */
export function inGroups(count: bigint | number, locale: Locale): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, locale === "ru" ? "\u202f" : ",");
}
