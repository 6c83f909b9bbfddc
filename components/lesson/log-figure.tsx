import type { Translator } from "@/lib/i18n";
import styles from "@/components/lesson/log-figure.module.css";

/** What the workers have logged in a run, as their operator sees it: the life of the process, then its line. */
export function LogFigure({ lines, t }: { lines: string; t: Translator }) {
  return (
    <figure className={styles.log}>
      <figcaption>{t("lesson.logOf")}</figcaption>
      <pre tabIndex={0} role="region" aria-label={t("lesson.logOf")}>
        {lines}
      </pre>
    </figure>
  );
}
