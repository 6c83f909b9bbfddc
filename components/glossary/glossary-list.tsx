import { Fragment } from "react";
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
        <Links label={t("glossary.explained")} links={explained ? [linkTo(explained)] : []} />
        <Links label={t("glossary.used")} links={used.map(linkTo)} />
        <Links label={t("glossary.related")} links={related.map((term) => ({ href: `#${term.id}`, name: term.name }))} />
      </dd>
    </div>
  );
}

interface Link {
  href: string;
  name: string;
  title?: string;
}

/** The section in words, the lesson where there is a pointer to ask for it. */
function linkTo({ href, lesson, section }: TermPlace): Link {
  return { href, name: section, title: lesson };
}

function Links({ label, links }: { label: string; links: readonly Link[] }) {
  if (links.length === 0) return null;
  return (
    <p>
      {label}{" "}
      {links.map(({ href, name, title }, index) => (
        <Fragment key={href}>
          {index > 0 && ", "}
          <a href={href} title={title}>
            {name}
          </a>
        </Fragment>
      ))}
    </p>
  );
}
