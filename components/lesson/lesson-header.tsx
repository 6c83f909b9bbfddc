import type { Resume } from "@/components/lesson/resume";
import type { PublicLesson } from "@/lib/content/compiled";
import type { Translator } from "@/lib/i18n";
import styles from "@/components/lesson/prose.module.css";

interface LessonHeaderProps {
  lesson: PublicLesson;
  /** False while the database does not answer. */
  answersKnown: boolean;
  /** Where a reader who comes back goes on. */
  resume: Resume | null;
  t: Translator;
}

/** Title, gist, how long it takes, where to go on, and whether the translation is behind. */
export function LessonHeader({ lesson, answersKnown, resume, t }: LessonHeaderProps) {
  const snippets = lesson.sections.filter(({ kind }) => kind === "snippet").length;
  const questions = Object.keys(lesson.questions).length;
  return (
    <header>
      <h1 className="page-title">{lesson.title}</h1>
      <p className={styles.gist}>{lesson.gist}</p>
      <p className={styles.facts}>{t("lesson.facts", { snippets, questions, minutes: lesson.minutes })}</p>
      {resume && (
        <p className={styles.resume}>
          <a href={`#${resume.anchor}`}>{t("lesson.resume", { index: resume.index, title: resume.title })}</a>{" "}
          <span>{t("lesson.minutesLeft", { minutes: resume.minutes })}</span>
        </p>
      )}
      {lesson.stale && <p className={styles.remark}>{t("lesson.stale")}</p>}
      {!answersKnown && (
        <p role="status" className={styles.remark}>
          {t("lesson.unavailable")}
        </p>
      )}
    </header>
  );
}
