import { notFound } from "next/navigation";
import { currentStanding } from "@/app/[locale]/current-standing";
import { openHandlers } from "@/components/lab/open-handlers";
import { labScenario } from "@/lib/content/load";
import { pageLocale } from "@/lib/i18n";

export interface ScenarioPageProps {
  params: Promise<{ locale: string; scenario: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The scenario that an address names; there is no page without one. */
export async function scenarioOfPage({ params }: Pick<ScenarioPageProps, "params">) {
  const locale = await pageLocale(params);
  const lab = labScenario((await params).scenario);
  if (!lab) notFound();
  return { locale, lab };
}

/** What of it is open to the reader, and the handler that the address asks for, or else the first. */
export async function openScenarioOfPage(props: ScenarioPageProps) {
  const { locale, lab } = await scenarioOfPage(props);
  const query = await props.searchParams;
  const open = openHandlers(lab, await currentStanding());
  const handler = open.handlers.find(({ name }) => name === query["handler"]) ?? open.handlers[0];
  if (!handler) notFound();
  return { locale, lab, query, open, handler };
}
