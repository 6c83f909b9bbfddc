import type { Metadata } from "next";
import { locales, type Locale } from "@/lib/locale";

interface Page {
  locale: Locale;
  /** Below the language, with a leading slash; empty for the map. */
  path: string;
  title: string;
  description: string;
}

/** Title, description, preview, and the same page in the other language. The product's name is added by the layout. */
export function pageMetadata({ locale, path, title, description }: Page): Metadata {
  const languages = Object.fromEntries(locales.map((language) => [language, `/${language}${path}`]));
  const preview = { url: `/preview/${locale}.png`, width: 1200, height: 630, alt: description };
  return {
    title,
    description,
    alternates: { canonical: `/${locale}${path}`, languages: { ...languages, "x-default": `/en${path}` } },
    openGraph: { type: "website", title, description, url: `/${locale}${path}`, locale, images: [preview] },
    twitter: { card: "summary_large_image", title, description, images: [preview] },
  };
}
