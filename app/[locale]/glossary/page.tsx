import type { Metadata } from "next";
import { themesOf } from "@/components/glossary/glossary-entries";
import { GlossaryIndex } from "@/components/glossary/glossary-index";
import { GlossaryList } from "@/components/glossary/glossary-list";
import { course, glossary, publicLesson } from "@/lib/content/load";
import { pageLocale, translator } from "@/lib/i18n";
import { pageMetadata } from "@/lib/page-metadata";

interface GlossaryPageProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: GlossaryPageProps): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = translator(locale);
  return pageMetadata({ locale, path: "/glossary", title: t("glossary.title"), description: t("glossary.description") });
}

/** Every term of the course: what it means, what it is called in the other language, where the lessons explain it. */
export default async function GlossaryPage({ params }: GlossaryPageProps) {
  const locale = await pageLocale(params);
  const t = translator(locale);
  const lessons = course().lessons.flatMap(({ slug }) => publicLesson(slug, locale) ?? []);
  const terms = glossary();
  const themes = themesOf(terms, lessons, locale);
  const count = themes.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <>
      <header className="pt-8 pb-6 tablet:pt-9">
        <h1 className="page-title">{t("glossary.title")}</h1>
        <p className="page-lead">{t("glossary.lead", { count })}</p>
      </header>
      <GlossaryIndex themes={themes} locale={locale} t={t} />
      <GlossaryList themes={themes} sources={terms.sources[locale]} t={t} />
    </>
  );
}
