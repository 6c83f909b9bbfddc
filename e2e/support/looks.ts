import { locales, type Locale } from "@/lib/locale";

/** How a page can be looked at. */
export interface Look {
  locale: Locale;
  colorScheme: "light" | "dark";
  width: number;
}

const every: Look[] = locales.flatMap((locale) =>
  (["light", "dark"] as const).flatMap((colorScheme) => [390, 1280].map((width) => ({ locale, colorScheme, width }))),
);

/** The two that differ most. */
const opposite = {
  phone: { locale: "ru", colorScheme: "light", width: 390 },
  wide: { locale: "en", colorScheme: "dark", width: 1280 },
} satisfies Record<string, Look>;

/**
 * The looks of a page that another spec has shown in the opposite one: `quick`, and all of them in `npm run test:long`.
 */
export const looks = (quick: keyof typeof opposite): Look[] => (process.env.TEST_LONG ? every : [opposite[quick]]);

/** The languages of a test whose steps are the same in both: `quick`, and both in `npm run test:long`. */
export const languages = (quick: Locale): readonly Locale[] => (process.env.TEST_LONG ? locales : [quick]);
