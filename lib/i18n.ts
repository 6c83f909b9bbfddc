import "server-only";
import { notFound } from "next/navigation";
import { createTranslator } from "use-intl/core";
import en from "@/content/messages/en.json";
import ru from "@/content/messages/ru.json";
import { isLocale, type Locale } from "@/lib/locale";

/** Russian is the source: its keys are the keys. A test keeps the other language equal. */
export type Messages = typeof ru;

const messages: Record<Locale, Messages> = { ru, en };

/** The interface in one language: `t("map.title")`, with ICU arguments where the message has them. */
export function translator(locale: Locale) {
  return createTranslator({ locale, messages: messages[locale] });
}

export type Translator = ReturnType<typeof translator>;

/** The language of a page, from its route parameters. Answers 404 for anything that is not a language. */
export async function pageLocale(params: Promise<{ locale: string }>): Promise<Locale> {
  const { locale } = await params;
  if (!isLocale(locale)) notFound();
  return locale;
}
