/** The two languages of the product. The URL always carries one of them. */
export const locales = ["ru", "en"] as const;
export type Locale = (typeof locales)[number];

export function isLocale(value: unknown): value is Locale {
  return value === "ru" || value === "en";
}
