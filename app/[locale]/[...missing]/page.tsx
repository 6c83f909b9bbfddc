import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { frameLocale } from "@/app/[locale]/frame-locale";
import { translator } from "@/lib/i18n";

export async function generateMetadata(): Promise<Metadata> {
  return { title: translator(await frameLocale())("errors.notFoundTitle") };
}

/** Any path that no other page answers: framed by the layout, in the language of the path or of the reader. */
export default function MissingPage(): never {
  notFound();
}
