import { inGroups } from "@/components/ui/in-groups";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";
import styles from "@/components/reality/reality.module.css";

/** What was counted for the handlers of one scenario. */
export interface ScenarioRow {
  slug: string;
  title: string;
  /** The scenario in the lab; null for one that is there no more. */
  href: string | null;
  /** How many: their names would give answers of the lessons away. */
  handlers: number;
  agreed: number;
  total: number;
}

export interface FamilyRow {
  name: string;
  title: string;
  agreed: number;
  total: number;
  scenarios: ScenarioRow[];
  notReplayable: number;
}

/** Families of handlers with what agreed; each opens to its scenarios. */
export function FamilyList({ families, locale, t }: { families: FamilyRow[]; locale: Locale; t: Translator }) {
  return (
    <ul className={styles.rows}>
      {families.map((family) => (
        <li key={family.name}>
          <div className={styles.row}>
            <span>{family.title}</span>
            <Count {...family} locale={locale} t={t} />
          </div>
          <details data-on-paper="">
            <summary>{t("reality.showScenarios", { count: family.scenarios.length })}</summary>
            <ul>
              {family.scenarios.map(({ slug, title, href, handlers, ...count }) => (
                <li key={slug} className={styles.row}>
                  <span>
                    {href ? <a href={href}>{title}</a> : title}
                    <span className={styles.fine}> {t("reality.handlers", { count: handlers })}</span>
                  </span>
                  <Count {...count} locale={locale} t={t} />
                </li>
              ))}
            </ul>
            {family.notReplayable > 0 && <p className={styles.fine}>{t("reality.notReplayable", { count: family.notReplayable })}</p>}
          </details>
        </li>
      ))}
    </ul>
  );
}

function Count({ agreed, total, locale, t }: { agreed: number; total: number; locale: Locale; t: Translator }) {
  return (
    <span className="number">
      <span className="sr-only">{t("reality.agreedTotal")}: </span>
      {t("reality.count", { agreed: inGroups(agreed, locale), total: inGroups(total, locale) })}
    </span>
  );
}
