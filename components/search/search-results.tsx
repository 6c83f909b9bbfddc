import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";
import type { SearchResult, Stretch } from "@/lib/search/contract";
import styles from "@/components/search/search.module.css";

interface SearchResultsProps {
  results: readonly SearchResult[];
  locale: Locale;
  t: Translator;
}

/** Rows: what it is, how it is called, where it stands, the words around what was found. */
export function SearchResults({ results, locale, t }: SearchResultsProps) {
  return (
    <ol className={styles.results}>
      {results.map(({ kind, href, title, within, excerpt }) => (
        <li key={href}>
          <p className={styles.kind}>{t(`search.kinds.${kind}`)}</p>
          <div>
            <h2>
              <a href={href}>
                <Marked stretches={title} />
              </a>
            </h2>
            {within !== null && <p className={styles.within}>{within}</p>}
            {excerpt && (
              <p lang={excerpt.locale === locale ? undefined : excerpt.locale} className={styles.excerpt}>
                {excerpt.isCutBefore && "… "}
                <Marked stretches={excerpt.stretches} />
                {excerpt.isCutAfter && " …"}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Marked({ stretches }: { stretches: readonly Stretch[] }) {
  return stretches.map(({ text, isHit }, index) => (isHit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>));
}
