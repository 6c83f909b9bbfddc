import { Fragment } from "react";
import { indexOf, type GlossaryTheme } from "@/components/glossary/glossary-entries";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";
import styles from "@/components/glossary/glossary.module.css";

/** Every name in the order of the alphabet, for readers who know what they are looking for. */
export function GlossaryIndex({ themes, locale, t }: { themes: readonly GlossaryTheme[]; locale: Locale; t: Translator }) {
  return (
    <nav aria-label={t("glossary.index")} className={styles.index}>
      {indexOf(themes, locale).map(({ letter, entries }) => (
        <p key={letter}>
          <b aria-hidden="true">{letter}</b>
          <span>
            {entries.map(({ id, name }, index) => (
              <Fragment key={id}>
                {index > 0 && <span aria-hidden="true"> · </span>}
                <a href={`#${id}`}>{name}</a>
              </Fragment>
            ))}
          </span>
        </p>
      ))}
    </nav>
  );
}
