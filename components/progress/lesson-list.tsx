import { standingOf } from "@/components/progress/next-step";
import type { Course, CourseLesson } from "@/lib/content/compiled";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";
import type { CourseStanding } from "@/lib/progress/contract";

interface LessonListProps {
  course: Course;
  standing: CourseStanding | null;
  locale: Locale;
  t: Translator;
}

/** What is done, lesson by lesson of the climb. */
export function LessonList({ course, standing, locale, t }: LessonListProps) {
  const lessons = course.lessons.filter((lesson) => lesson.level !== "orbit");
  return (
    <section className="section" aria-labelledby="done-title">
      <h2 id="done-title" className="section-title">
        {t("map.lessonsTitle")}
      </h2>
      <ol className="mt-2">
        {lessons.map((lesson, index) => (
          <li key={lesson.slug} className="grid grid-cols-[1.5rem_1fr_auto] items-baseline gap-x-2 border-b border-rule py-2.5 text-balance">
            <span className="number text-ink-3">{index + 1}</span>
            {lesson.written ? (
              <a href={`/${locale}/lessons/${lesson.slug}`} className="quiet-link text-ink">
                {lesson.title[locale]}
              </a>
            ) : (
              <span className="py-px text-ink-2">{lesson.title[locale]}</span>
            )}
            <Count lesson={lesson} standing={standing} t={t} />
            <small className="col-start-2 text-2 text-ink-3">{sentence(lesson, standing, t)}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Count({ lesson, standing, t }: { lesson: CourseLesson } & Pick<LessonListProps, "standing" | "t">) {
  const lessonStanding = standingOf(standing, lesson);
  if (!lesson.written || !lessonStanding) return null;
  return (
    <span className="number text-ink-2">
      {t("progress.lessonCount", { settled: lessonStanding.settled, total: lessonStanding.total })}
    </span>
  );
}

function sentence(lesson: CourseLesson, standing: CourseStanding | null, t: Translator): string {
  if (!lesson.written) return t("map.inPreparation");
  const lessonStanding = standingOf(standing, lesson);
  if (!lessonStanding) return t("map.minutes", { minutes: lesson.minutes ?? 0 });
  const firstTries = Object.values(lessonStanding.firstTries);
  if (firstTries.length === 0) return t("map.notBegun");
  return t("map.firstTries", { count: firstTries.filter((firstTry) => firstTry.correct).length });
}
