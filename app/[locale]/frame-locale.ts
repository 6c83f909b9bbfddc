import "server-only";
import { headers } from "next/headers";
import { locale as localeOfPath } from "next/root-params";
import { preferredLocale } from "@/lib/accept-language";
import { isLocale, type Locale } from "@/lib/locale";

/** The language of the frame: that of the path, or the reader's preferred one where the path names none (a 404). */
export async function frameLocale(): Promise<Locale> {
  const locale = await localeOfPath();
  return isLocale(locale) ? locale : preferredLocale((await headers()).get("accept-language"));
}
