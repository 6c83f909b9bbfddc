import type { PublicLesson } from "@/lib/content/compiled";
import type { Translator } from "@/lib/i18n";
import styles from "@/components/lesson/prose.module.css";

/** Title, gist, how long it takes, and whether the translation is behind. */
export function LessonHeader({ lesson, t }: { lesson: PublicLesson; t: Translator }) {
  const snippets = lesson.sections.filter(({ kind }) => kind === "snippet").length;
  const questions = Object.keys(lesson.questions).length;
  return (
    <header className={styles.header}>
      <h1>{lesson.title}</h1>
      <p className={styles.gist}>{lesson.gist}</p>
      <p className={styles.facts}>{t("lesson.facts", { snippets, questions, minutes: lesson.minutes })}</p>
      {lesson.stale && <p className={styles.stale}>{t("lesson.stale")}</p>}
    </header>
  );
}
