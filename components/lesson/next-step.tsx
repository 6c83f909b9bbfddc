import type { Course } from "@/lib/content/compiled";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";
import styles from "@/components/lesson/prose.module.css";

/** Id of the element. */
export const nextStepAnchor = "next-step";

/** Where the climb goes on: the next lesson, or the map while that one is being written. */
export function NextStep({ course, slug, locale, t }: { course: Course; slug: string; locale: Locale; t: Translator }) {
  const next = course.lessons[course.lessons.findIndex((lesson) => lesson.slug === slug) + 1];
  const ready = next?.written ?? false;
  return (
    <nav id={nextStepAnchor} className={styles.next} aria-label={t("lesson.nextStep")}>
      <p>
        {next ? t(ready ? "lesson.next" : "lesson.nextInPreparation", { title: next.title[locale] }) : t("lesson.last")}
      </p>
      <a className="button" href={next && ready ? `/${locale}/lessons/${next.slug}` : `/${locale}`}>
        {t(ready ? "lesson.climbOn" : "lesson.toTheMap")}
      </a>
    </nav>
  );
}
