import type { GlossaryEntry, GlossaryTheme, TermPlace } from "@/components/glossary/glossary-entries";
import { RichText } from "@/components/ui/rich-text";
import type { Source } from "@/lib/content/compiled";
import type { Translator } from "@/lib/i18n";
import styles from "@/components/glossary/glossary.module.css";

interface GlossaryListProps {
  themes: readonly GlossaryTheme[];
  sources: Record<string, Source>;
  t: Translator;
}

/** The terms by theme: the definition in the middle, where it belongs in the margin. */
export function GlossaryList({ themes, sources, t }: GlossaryListProps) {
  return themes.map(({ id, title, entries }) => (
    <section key={id} className={styles.theme} aria-labelledby={`theme-${id}`}>
      <h2 id={`theme-${id}`} className={styles.title}>
        {title}
      </h2>
      <dl>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} sources={sources} t={t} />
        ))}
      </dl>
    </section>
  ));
}

function Entry({ entry, sources, t }: { entry: GlossaryEntry; sources: Record<string, Source>; t: Translator }) {
  const { id, name, also, foreign, definition, explained, used, related } = entry;
  return (
    <div id={id} className={styles.entry}>
      <dt>
        <a href={`#${id}`} className="quiet-link">
          {name}
        </a>
        {foreign && (
          <span lang={foreign.locale} className={styles.foreign}>
            {foreign.name}
          </span>
        )}
      </dt>
      <dd className={styles.definition}>
        <RichText value={definition} sources={sources} />
        {also.length > 0 && <p className={styles.also}>{t("glossary.also", { names: also.join(", ") })}</p>}
      </dd>
      <dd className={styles.margin}>
        {explained && <Place label={t("glossary.explained")} place={explained} />}
        {used.map((place) => (
          <Place key={place.href} label={t("glossary.used")} place={place} />
        ))}
        {related.length > 0 && (
          <p>
            {t("glossary.related")}{" "}
            {related.map((term, index) => (
              <span key={term.id}>
                {index > 0 && ", "}
                <a href={`#${term.id}`}>{term.name}</a>
              </span>
            ))}
          </p>
        )}
      </dd>
    </div>
  );
}

function Place({ label, place }: { label: string; place: TermPlace }) {
  return (
    <p>
      {label} <a href={place.href}>{place.section}</a>
    </p>
  );
}
