import type { Metadata } from "next";
import { currentProofs, currentStanding } from "@/app/[locale]/current-standing";
import { AnswerList } from "@/components/progress/answer-list";
import { answersOf, isSureAndWrong } from "@/components/progress/answers";
import { courseTotals } from "@/components/progress/course-totals";
import { nextStep, standingOf } from "@/components/progress/next-step";
import { ProgressHead } from "@/components/progress/progress-head";
import { ProvedList } from "@/components/progress/proved-list";
import { ProgressUnavailable } from "@/components/progress/progress-unavailable";
import { course as readCourse } from "@/lib/content/load";
import { pageLocale, translator } from "@/lib/i18n";
import { pageMetadata } from "@/lib/page-metadata";

interface ProgressPageProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: ProgressPageProps): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = translator(locale);
  return pageMetadata({ locale, path: "/progress", title: t("progress.title"), description: t("progress.description") });
}

/** Every question of every written lesson with the learner's answer; where certainty misled comes first. */
export default async function ProgressPage({ params }: ProgressPageProps) {
  const locale = await pageLocale(params);
  const t = translator(locale);
  const course = readCourse();
  const [standing, proved] = await Promise.all([currentStanding(), currentProofs()]);
  const totals = courseTotals(course, standing);
  const lessons = course.lessons.filter((lesson) => lesson.written);
  const misled = lessons.flatMap((lesson) => answersOf(lesson, standing)).filter(isSureAndWrong);
  return (
    <>
      <ProgressHead locale={locale} t={t} next={nextStep(course, standing)} totals={totals} />
      {standing === null && <ProgressUnavailable t={t} />}
      {totals.state !== "empty" && (
        <AnswerList
          id="sure-and-wrong"
          title={t("progress.sureAndWrong")}
          lead={t(misled.length > 0 ? "progress.sureAndWrongLead" : "progress.noSureAndWrong")}
          answers={misled}
          locale={locale}
          t={t}
        />
      )}
      {lessons.map((lesson) => (
        <AnswerList
          key={lesson.slug}
          id={lesson.slug}
          title={lesson.title[locale]}
          count={t("progress.lessonCount", {
            settled: standingOf(standing, lesson)?.settled ?? 0,
            total: lesson.questions.length,
          })}
          answers={answersOf(lesson, standing)}
          locale={locale}
          t={t}
        />
      ))}
      <ProvedList proved={proved} locale={locale} t={t} />
    </>
  );
}
