/** The two languages of the product. The URL always carries one of them. */
export const locales = ["ru", "en"] as const;
export type Locale = (typeof locales)[number];

export function isLocale(value: unknown): value is Locale {
  return value === "ru" || value === "en";
}

/** The language that a path begins with; null where it begins with something else. */
export function localeOfPath(path: string): Locale | null {
  const [, first] = path.split("/");
  return isLocale(first) ? first : null;
}
