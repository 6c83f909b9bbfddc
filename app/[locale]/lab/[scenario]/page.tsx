import type { Metadata } from "next";
import { openScenarioOfPage, scenarioOfPage, type ScenarioPageProps } from "@/app/[locale]/scenario-of-page";
import { boundsOfAddress } from "@/components/lab/bounds-in-address";
import { ClosedRepairs } from "@/components/lab/closed-repairs";
import { LabStage } from "@/components/lab/lab-stage";
import { labWords } from "@/components/lab/lab-words";
import { openLab } from "@/components/lab/open-lab";
import { roleOfOwn } from "@/components/repair/own-handlers";
import TrafficFigure from "@/components/traffic/traffic-figure";
import { trafficWords } from "@/components/traffic/traffic-words";
import { course, publicLesson } from "@/lib/content/load";
import { translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";
import { pageMetadata } from "@/lib/page-metadata";
import styles from "@/components/lab/lab.module.css";

export async function generateMetadata(props: ScenarioPageProps): Promise<Metadata> {
  const { locale, lab } = await scenarioOfPage(props);
  const { slug, title } = lab.scenario;
  const description = translator(locale)("lab.scenarioDescription", { title: title[locale] });
  return pageMetadata({ locale, path: `/lab/${slug}`, title: title[locale], description });
}

function questionsNamed(ids: readonly string[], locale: Locale) {
  const lessons = course().lessons.flatMap(({ slug }) => publicLesson(slug, locale) ?? []);
  return ids.flatMap((id) => lessons.flatMap(({ questions }) => questions[id] ?? []));
}

/** One scenario: its handlers as far as they are open, the switches of its world, the search, the run. */
export default async function ScenarioPage(props: ScenarioPageProps) {
  const { locale, lab, query, open, handler } = await openScenarioOfPage(props);
  const t = translator(locale);
  const { scenario } = lab;
  return (
    <>
      <p className={styles.crumb}>
        <a href={`/${locale}/lab`}>{t("lab.toList")}</a>
        <span>{t(`lab.kinds.${scenario.kind}`)}</span>
      </p>
      <h1 className="page-title">{scenario.title[locale]}</h1>
      <LabStage
        key={open.handlers.length}
        lab={openLab(lab, open)}
        isClosed={open.closed > 0}
        ideas={questionsNamed(lab.questions, locale).map(({ id, title }) => ({ title, address: `/${locale}/lessons/${id.replace("/", "#")}` }))}
        initial={{ handler: roleOfOwn(scenario, String(query["handler"])) ? String(query["handler"]) : handler.name, bounds: boundsOfAddress(scenario, query) }}
        words={labWords(t)}
        locale={locale}
      >
        {open.closed > 0 && (
          <ClosedRepairs closed={open.closed} asked={questionsNamed(open.questions, locale)} locale={locale} t={t} />
        )}
      </LabStage>
      {lab.traffic && open.closed === 0 && (
        <TrafficFigure traffic={lab.traffic} cause={lab.traffic.causes[0]?.name ?? ""} words={trafficWords(t)} locale={locale} />
      )}
      <noscript>
        <p className={styles.sentence}>{t("lab.needsScript")}</p>
      </noscript>
    </>
  );
}
