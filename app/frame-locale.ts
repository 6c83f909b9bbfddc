import "server-only";
import { headers } from "next/headers";
import { preferredLocale } from "@/lib/accept-language";
import { localeOfPath, type Locale } from "@/lib/locale";
import { pathHeader } from "@/lib/request-path";

/** The language of the path that was asked for, or the reader's preferred one where it names none (a missing page). */
export async function frameLocale(): Promise<Locale> {
  const sent = await headers();
  return localeOfPath(sent.get(pathHeader) ?? "") ?? preferredLocale(sent.get("accept-language"));
}
