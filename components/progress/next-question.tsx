import { questionPath, type NextStep } from "@/components/progress/next-step";
import type { Course } from "@/lib/content/compiled";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";

interface NextQuestionProps {
  course: Course;
  next: NextStep | null;
  begun: boolean;
  locale: Locale;
  t: Translator;
}

/** Continue where you stopped: the exact question, with a link to it. */
export function NextQuestion({ course, next, begun, locale, t }: NextQuestionProps) {
  if (!next) return <NothingOpen course={course} locale={locale} t={t} />;
  return (
    <section className="section" aria-labelledby="next-title">
      <h2 id="next-title" className="section-title">
        {t(begun ? "map.nextTitle" : "map.firstTitle")}
      </h2>
      <p className="mt-3 font-serif text-5 font-medium text-balance">{next.question.title[locale]}</p>
      <p className="mt-1.5 mb-4.5 max-w-[44ch] text-2 text-ink-2">
        {t("map.nextPlace", {
          lesson: next.lessonNumber,
          question: next.questionNumber,
          total: next.lesson.questions.length,
          title: next.lesson.title[locale],
        })}
      </p>
      <a href={`/${locale}${questionPath(next.question.id)}`} className="button-line">
        {t("map.openQuestion")}
      </a>
    </section>
  );
}

function NothingOpen({ course, locale, t }: Pick<NextQuestionProps, "course" | "locale" | "t">) {
  const upNext = course.lessons.find((lesson) => !lesson.written);
  return (
    <section className="section" aria-labelledby="next-title">
      <h2 id="next-title" className="section-title">
        {t(upNext ? "map.nextLessonTitle" : "map.allDoneTitle")}
      </h2>
      {upNext && <p className="mt-3 font-serif text-5 font-medium text-balance">{upNext.title[locale]}</p>}
      <p className="mt-1.5 max-w-[44ch] text-2 text-ink-2">{t(upNext ? "map.nextLesson" : "map.allDone")}</p>
    </section>
  );
}
