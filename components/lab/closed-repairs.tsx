import { ShowRepairs } from "@/components/lab/show-repairs";
import type { PublicQuestion } from "@/lib/content/compiled";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";
import styles from "@/components/lab/lab.module.css";

interface ClosedRepairsProps {
  /** Number of handlers that are closed. */
  closed: number;
  /** The questions that keep them closed. */
  asked: readonly PublicQuestion[];
  locale: Locale;
  t: Translator;
}

/** Says that there is more, what opens it, and lets the reader give the questions up. */
export function ClosedRepairs({ closed, asked, locale, t }: ClosedRepairsProps) {
  return (
    <aside className={styles.closed} aria-label={t("lab.closedTitle")}>
      <div>
        <p>{t("lab.closed", { count: closed })}</p>
        <ul>
          {asked.map(({ id, title }) => (
            <li key={id}>
              <a href={`/${locale}/lessons/${id.replace("/", "#")}`}>{title}</a>
            </li>
          ))}
        </ul>
      </div>
      <ShowRepairs
        questions={asked.map(({ id, version, options }) => ({ question: id, version, shownOrder: options.map((option) => option.id) }))}
        words={{ giveUp: t("lab.giveUp"), note: t("lab.giveUpNote", { count: asked.length }), failed: t("lab.giveUpFailed") }}
        locale={locale}
      />
    </aside>
  );
}
