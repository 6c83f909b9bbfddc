import { locales } from "@/lib/locale";

/** How a page can be looked at. */
export interface Look {
  locale: (typeof locales)[number];
  colorScheme: "light" | "dark";
  width: number;
}

const every: Look[] = locales.flatMap((locale) =>
  (["light", "dark"] as const).flatMap((colorScheme) => [390, 1280].map((width) => ({ locale, colorScheme, width }))),
);

/** The two that differ most. */
const opposite: Look[] = [
  { locale: "ru", colorScheme: "light", width: 390 },
  { locale: "en", colorScheme: "dark", width: 1280 },
];

/** Two looks, and all of them in `npm run test:long`. */
export const looks = process.env.TEST_LONG ? every : opposite;
