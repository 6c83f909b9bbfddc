import commissionerCyrillic from "@fontsource-variable/commissioner/files/commissioner-cyrillic-wght-normal.woff2";
import commissionerLatin from "@fontsource-variable/commissioner/files/commissioner-latin-wght-normal.woff2";
import literataCyrillic from "@fontsource-variable/literata/files/literata-cyrillic-opsz-normal.woff2";
import literataLatin from "@fontsource-variable/literata/files/literata-latin-opsz-normal.woff2";
import { preload } from "react-dom";
import type { Locale } from "@/lib/locale";

/** What the first screen is set in. Russian needs the Latin files too: digits, spaces and punctuation live there. */
const firstScreen: Record<Locale, string[]> = {
  ru: [literataCyrillic, commissionerCyrillic, literataLatin, commissionerLatin],
  en: [literataLatin, commissionerLatin],
};

/** Asks the browser for the fonts of the first screen together with the style sheet, not after it. */
export function preloadFonts(locale: Locale): void {
  for (const href of firstScreen[locale]) {
    preload(href, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  }
}
