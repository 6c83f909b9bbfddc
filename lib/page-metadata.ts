import type { Metadata } from "next";
import { translator } from "@/lib/i18n";
import { locales, type Locale } from "@/lib/locale";

interface Page {
  locale: Locale;
  /** Below the language, with a leading slash; empty for the map. */
  path: string;
  title: string;
  description: string;
}

/** The name of a page with that of the product. */
export function pageTitle(locale: Locale, title: string): string {
  return `${title} · ${translator(locale)("common.product")}`;
}

/** Title, description, preview, and the same page in the other language. */
export function pageMetadata({ locale, path, title, description }: Page): Metadata {
  const languages = Object.fromEntries(locales.map((language) => [language, `/${language}${path}`]));
  const preview = { url: `/preview/${locale}.png`, width: 1200, height: 630, alt: description };
  return {
    title: pageTitle(locale, title),
    description,
    alternates: { canonical: `/${locale}${path}`, languages: { ...languages, "x-default": `/en${path}` } },
    openGraph: { type: "website", siteName: translator(locale)("common.product"), title, description, url: `/${locale}${path}`, locale, images: [preview] },
    twitter: { card: "summary_large_image", title, description, images: [preview] },
  };
}
