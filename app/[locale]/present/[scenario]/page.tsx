import type { Metadata } from "next";
import { openScenarioOfPage, scenarioOfPage, type ScenarioPageProps } from "@/app/[locale]/scenario-of-page";
import { boundsOfAddress } from "@/components/lab/bounds-in-address";
import { openLab } from "@/components/lab/open-lab";
import { PresentStage } from "@/components/present/present-stage";
import { presentWords } from "@/components/present/present-words";
import { labScenarios } from "@/lib/content/load";
import { translator } from "@/lib/i18n";
import { pageMetadata } from "@/lib/page-metadata";

export async function generateMetadata(props: ScenarioPageProps): Promise<Metadata> {
  const { locale, lab } = await scenarioOfPage(props);
  const t = translator(locale);
  const { slug, title } = lab.scenario;
  return pageMetadata({
    locale,
    path: `/present/${slug}`,
    title: t("present.title", { title: title[locale] }),
    description: t("lab.scenarioDescription", { title: title[locale] }),
  });
}

/** A scenario for a room. What answers open questions of the reader stays on the server, speaker notes too. */
export default async function PresentPage(props: ScenarioPageProps) {
  const { locale, lab, query, open, handler } = await openScenarioOfPage(props);
  const t = translator(locale);
  const { scenario } = lab;
  const isOpen = open.questions.length === 0;
  const slugs = labScenarios().map((one) => one.scenario.slug);
  return (
    <PresentStage
      key={scenario.slug}
      lab={openLab(lab, open)}
      initial={{ handler: handler.name, bounds: boundsOfAddress(scenario, query) }}
      notes={isOpen ? (scenario.notes?.[locale] ?? null) : null}
      withoutNotes={isOpen ? t("present.noNotes") : t("present.notesClosed")}
      next={slugs[(slugs.indexOf(scenario.slug) + 1) % slugs.length] ?? scenario.slug}
      words={presentWords(t)}
      locale={locale}
    />
  );
}
