import type { LabEntry } from "@/components/lab/scenario-search";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";
import styles from "@/components/lab/lab.module.css";

interface ScenarioListProps {
  entries: readonly LabEntry[];
  filtered: boolean;
  locale: Locale;
  t: Translator;
}

/** Rows, not cards: the scenario, its kind of bug, its handlers. */
export function ScenarioList({ entries, filtered, locale, t }: ScenarioListProps) {
  return (
    <section aria-labelledby="found">
      <p id="found" className={styles.found}>
        {t("lab.found", { count: entries.length })}
        {filtered && <a href={`/${locale}/lab`}>{t("lab.showAll")}</a>}
      </p>
      <ul className={styles.list}>
        {entries.map(({ slug, title, kind, handlers, closed }) => (
          <li key={slug}>
            <div>
              <h2>
                <a href={`/${locale}/lab/${slug}`}>{title[locale]}</a>
              </h2>
              <p>{t(`lab.kinds.${kind}`)}</p>
            </div>
            <ul>
              {handlers.map((handler) => (
                <li key={handler[locale]}>{handler[locale]}</li>
              ))}
              {closed > 0 && <li className={styles.fine}>{t("lab.closedHandlers", { count: closed })}</li>}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
