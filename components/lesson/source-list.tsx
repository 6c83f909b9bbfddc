import type { PublicLesson } from "@/lib/content/compiled";
import type { Translator } from "@/lib/i18n";
import styles from "@/components/lesson/prose.module.css";

/** Where the stated facts of a lesson come from. Only on paper: on a screen each of them is a link. */
export function SourceList({ sources, t }: Pick<PublicLesson, "sources"> & { t: Translator }) {
  const listed = Object.values(sources);
  if (listed.length === 0) return null;
  return (
    <section className={styles.sources}>
      <h2 className="section-title">{t("lesson.sources")}</h2>
      <ol>
        {listed.map(({ title, url }) => (
          <li key={title}>
            <cite>{title}</cite> <span>{url}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
