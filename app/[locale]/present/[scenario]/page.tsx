import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { currentStanding } from "@/app/[locale]/current-standing";
import { boundsOfAddress } from "@/components/lab/bounds-in-address";
import { openHandlers } from "@/components/lab/open-handlers";
import { openLab } from "@/components/lab/open-lab";
import { PresentStage } from "@/components/present/present-stage";
import { presentWords } from "@/components/present/present-words";
import { labScenario, labScenarios } from "@/lib/content/load";
import { pageLocale, translator } from "@/lib/i18n";
import { pageMetadata } from "@/lib/page-metadata";

interface PageProps {
  params: Promise<{ locale: string; scenario: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

async function load({ params }: Pick<PageProps, "params">) {
  const locale = await pageLocale(params);
  const lab = labScenario((await params).scenario);
  if (!lab) notFound();
  return { locale, lab };
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { locale, lab } = await load(props);
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
export default async function PresentPage(props: PageProps) {
  const { locale, lab } = await load(props);
  const query = await props.searchParams;
  const t = translator(locale);
  const { scenario } = lab;
  const open = openHandlers(lab, await currentStanding());
  const handler = open.handlers.find(({ name }) => name === query["handler"]) ?? open.handlers[0];
  if (!handler) notFound();
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
