import type { Course } from "@/lib/content/compiled";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";
import styles from "@/components/lesson/prose.module.css";

/** Id of the element. */
export const nextStepAnchor = "next-step";

/** Where the climb goes on: the next lesson, or the map while that one is being written. And the lesson before this one. */
export function NextStep({ course, slug, locale, t }: { course: Course; slug: string; locale: Locale; t: Translator }) {
  const index = course.lessons.findIndex((lesson) => lesson.slug === slug);
  const next = course.lessons[index + 1];
  const ready = next?.written ?? false;
  const previous = course.lessons.slice(0, Math.max(index, 0)).findLast(({ written }) => written);
  return (
    <nav id={nextStepAnchor} className={styles.next} aria-label={t("lesson.nextStep")}>
      {previous && (
        <a className={styles.previous} href={`/${locale}/lessons/${previous.slug}`} rel="prev">
          {t("lesson.previous", { title: previous.title[locale] })}
        </a>
      )}
      <p>
        {next ? t(ready ? "lesson.next" : "lesson.nextInPreparation", { title: next.title[locale] }) : t("lesson.last")}
      </p>
      <a className="button" href={next && ready ? `/${locale}/lessons/${next.slug}` : `/${locale}`} rel={ready ? "next" : undefined}>
        {t(ready ? "lesson.climbOn" : "lesson.toTheMap")}
      </a>
    </nav>
  );
}
