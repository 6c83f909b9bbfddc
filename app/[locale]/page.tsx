import type { Metadata } from "next";
import { currentStanding } from "@/app/[locale]/current-standing";
import { ClimbFigure } from "@/components/progress/climb-figure";
import { climb } from "@/components/progress/climb-geometry";
import { ClimbHead } from "@/components/progress/climb-head";
import { ClimbLegend } from "@/components/progress/climb-legend";
import { uprightProfile, wideProfile } from "@/components/progress/climb-proportions";
import { courseTotals } from "@/components/progress/course-totals";
import { LessonList } from "@/components/progress/lesson-list";
import { nextStep } from "@/components/progress/next-step";
import { NextQuestion } from "@/components/progress/next-question";
import { OrbitList } from "@/components/progress/orbit-list";
import { ProgressUnavailable } from "@/components/progress/progress-unavailable";
import { course as readCourse } from "@/lib/content/load";
import { pageLocale, translator } from "@/lib/i18n";
import { pageMetadata } from "@/lib/page-metadata";

interface MapPageProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: MapPageProps): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = translator(locale);
  return pageMetadata({ locale, path: "", title: t("map.title"), description: t("map.description") });
}

/** The course map: where the climb leads, where the learner stands, what comes next. */
export default async function MapPage({ params }: MapPageProps) {
  const locale = await pageLocale(params);
  const t = translator(locale);
  const course = readCourse();
  const standing = await currentStanding();
  const next = nextStep(course, standing);
  const totals = courseTotals(course, standing);
  const shared = { course, standing, locale, t };
  return (
    <>
      <ClimbHead locale={locale} t={t} next={next} totals={totals} recording={standing !== null} />
      {standing === null && <ProgressUnavailable t={t} />}
      <ClimbFigure {...shared} variant="wide" climb={climb(course, standing, wideProfile)} />
      <ClimbFigure {...shared} variant="upright" climb={climb(course, standing, uprightProfile)} />
      <ClimbLegend t={t} />
      <div className="mt-9 grid gap-x-8 gap-y-9 tablet:grid-cols-[1fr_2fr]">
        <NextQuestion {...shared} next={next} begun={totals.state !== "empty"} />
        <LessonList {...shared} />
      </div>
      <OrbitList course={course} locale={locale} t={t} />
    </>
  );
}
