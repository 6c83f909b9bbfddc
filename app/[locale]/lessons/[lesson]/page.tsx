import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Fragment } from "react";
import { Climb } from "@/components/lesson/climb";
import { LessonBody } from "@/components/lesson/lesson-body";
import { LessonProvider } from "@/components/lesson/lesson-context";
import { LessonHeader } from "@/components/lesson/lesson-header";
import { LogFigure } from "@/components/lesson/log-figure";
import { Picture } from "@/components/lesson/pictures/picture";
import { NextStep } from "@/components/lesson/next-step";
import { resumeOf } from "@/components/lesson/resume";
import { QuestionTerms } from "@/components/lesson/question-terms";
import { SnippetFigure } from "@/components/lesson/snippet-figure";
import { SourceList } from "@/components/lesson/source-list";
import { stopsOf } from "@/components/lesson/stops";
import { SummaryFold } from "@/components/lesson/summary-fold";
import { Question } from "@/components/question/question";
import { questionsOf } from "@/components/question/on-page";
import { questionWords } from "@/components/question/words";
import type { PublicLesson } from "@/lib/content/compiled";
import { course, publicLesson } from "@/lib/content/load";
import { isDatabaseUnavailable } from "@/lib/db";
import { pageLocale, translator } from "@/lib/i18n";
import { currentLearner } from "@/lib/identity/learner";
import { pageMetadata } from "@/lib/page-metadata";
import { lessonReplies } from "@/lib/progress/lesson-replies";
import styles from "@/components/lesson/prose.module.css";

interface PageProps {
  params: Promise<{ locale: string; lesson: string }>;
}

const article = "lesson";

async function load({ params }: PageProps) {
  const locale = await pageLocale(params);
  const lesson = publicLesson((await params).lesson, locale);
  if (!lesson) notFound();
  return { locale, lesson };
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { lesson } = await load(props);
  return pageMetadata({ ...lesson, path: `/lessons/${lesson.slug}` });
}

/** Null while the database does not answer: the lesson can be read without it. */
async function earlierReplies(learner: string | null, { slug, locale }: PublicLesson) {
  if (!learner) return {};
  try {
    return await lessonReplies(learner, slug, locale);
  } catch (error) {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  }
}

/** A lesson with the reader's earlier answers in it. */
export default async function LessonPage(props: PageProps) {
  const { locale, lesson } = await load(props);
  const t = translator(locale);
  const learner = await currentLearner();
  const replies = await earlierReplies(learner, lesson);
  const questions = questionsOf(lesson, replies ?? {}, learner, t);
  const snippetIds = Object.keys(lesson.snippets);
  const stops = stopsOf(lesson, {
    goal: t("lesson.tapeGoal"),
    summary: t("lesson.tapeSummary"),
    question: (index, title) => t("lesson.questionNamed", { index, title }),
  });

  return (
    <LessonProvider words={questionWords(t)} sources={lesson.sources} marks={questions.marks}>
      <div className={styles.layout}>
        <Climb article={article} stops={stops} label={t("lesson.contents")}>
          <article id={article} className={styles.prose}>
            <LessonHeader lesson={lesson} answersKnown={replies !== null} resume={resumeOf(lesson, questions.marks)} t={t} />
            <LessonBody
              lesson={lesson}
              snippet={(id) => {
                const snippet = lesson.snippets[id];
                return snippet && <SnippetFigure snippet={snippet} number={snippetIds.indexOf(id) + 1} t={t} />;
              }}
              question={(id) => {
                const props = questions.byId[id];
                return (
                  props && (
                    <Fragment key={id}>
                      <QuestionTerms lesson={lesson} question={id} label={t("lesson.questionTerms")} />
                      <Question {...props} locale={locale} />
                    </Fragment>
                  )
                );
              }}
              picture={(of) => <Picture of={of} t={t} />}
              log={(lines) => <LogFigure lines={lines} t={t} />}
              summary={(children) => <SummaryFold label={t("lesson.openSummary")}>{children}</SummaryFold>}
            />
            <SourceList sources={lesson.sources} t={t} />
            <NextStep course={course()} slug={lesson.slug} locale={locale} t={t} />
          </article>
        </Climb>
      </div>
    </LessonProvider>
  );
}
