import type { Metadata } from "next";
import { currentStanding } from "@/app/[locale]/current-standing";
import { ScenarioFilter } from "@/components/lab/scenario-filter";
import { ScenarioList } from "@/components/lab/scenario-list";
import { entriesOf, matching } from "@/components/lab/scenario-search";
import { labScenarios } from "@/lib/content/load";
import { pageLocale, translator } from "@/lib/i18n";
import { pageMetadata } from "@/lib/page-metadata";
import { isScenarioKind } from "@/lib/simulator/scenario/scenario";

interface LabPageProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: LabPageProps): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = translator(locale);
  return pageMetadata({ locale, path: "/lab", title: t("lab.title"), description: t("lab.description") });
}

/** Every scenario that can be run. Search and filter are a form and links: they work without scripts. */
export default async function LabPage({ params, searchParams }: LabPageProps) {
  const locale = await pageLocale(params);
  const t = translator(locale);
  const { kind: givenKind, q } = await searchParams;
  const kind = isScenarioKind(givenKind) ? givenKind : null;
  const text = typeof q === "string" ? q.trim().slice(0, 100) : "";
  const entries = entriesOf(labScenarios(), await currentStanding());
  return (
    <>
      <header className="pt-8 pb-6 tablet:pt-9">
        <h1 className="page-title">{t("lab.title")}</h1>
        <p className="page-lead">{t("lab.lead")}</p>
        <p className="mt-2 text-2">
          <a href={`/${locale}/reality`} className="text-ink-2">
            {t("lab.reality")}
          </a>
        </p>
      </header>
      <ScenarioFilter entries={entries} kind={kind} text={text} locale={locale} t={t} />
      <ScenarioList entries={matching(entries, { kind, text })} filtered={kind !== null || text !== ""} locale={locale} t={t} />
    </>
  );
}
