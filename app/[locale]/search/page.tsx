import type { Metadata } from "next";
import { SearchForm } from "@/components/search/search-form";
import { SearchResults } from "@/components/search/search-results";
import { pageLocale, translator } from "@/lib/i18n";
import { pageMetadata } from "@/lib/page-metadata";
import { longestQuery } from "@/lib/search/contract";
import { searchContent } from "@/lib/search/current";
import styles from "@/components/search/search.module.css";

interface SearchPageProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** What is looked for, as the address says it; empty for anything that is no text. */
async function askedFor({ searchParams }: SearchPageProps): Promise<string> {
  const { q } = await searchParams;
  return typeof q === "string" ? q.trim().slice(0, longestQuery) : "";
}

export async function generateMetadata(props: SearchPageProps): Promise<Metadata> {
  const locale = await pageLocale(props.params);
  const t = translator(locale);
  const text = await askedFor(props);
  const title = text === "" ? t("search.title") : t("search.titleOf", { text });
  return { ...pageMetadata({ locale, path: "/search", title, description: t("search.description") }), robots: { index: false } };
}

/** One search over lessons, scenarios and the glossary. The server finds, so it works without scripts. */
export default async function SearchPage(props: SearchPageProps) {
  const locale = await pageLocale(props.params);
  const t = translator(locale);
  const text = await askedFor(props);
  const results = searchContent(text, locale);
  return (
    <>
      <header className="pt-8 pb-6 tablet:pt-9">
        <h1 className="page-title">{t("search.title")}</h1>
      </header>
      <SearchForm text={text} locale={locale} t={t} />
      {text === "" && (
        <p className={styles.help}>
          {t("search.help")} <span>{t("search.key")}</span>
        </p>
      )}
      {text !== "" && (
        <p role="status" className={styles.found}>
          {t("search.found", { count: results.length })}
        </p>
      )}
      {text !== "" && results.length === 0 && (
        <p className="page-lead">
          {t("search.nothing")} <a href={`/${locale}/glossary`}>{t("search.toGlossary")}</a>
        </p>
      )}
      {results.length > 0 && <SearchResults results={results} locale={locale} t={t} />}
    </>
  );
}
