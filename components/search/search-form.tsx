import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";
import { longestQuery } from "@/lib/search/contract";
import styles from "@/components/search/search.module.css";

/** A form that asks the server: it works without scripts, and what was found has an address. */
export function SearchForm({ text, locale, t }: { text: string; locale: Locale; t: Translator }) {
  return (
    <form role="search" action={`/${locale}/search`} className={styles.form}>
      <input type="search" aria-label={t("search.label")} name="q" defaultValue={text} placeholder={t("search.hint")} maxLength={longestQuery} autoComplete="off" />
      <button type="submit">{t("search.find")}</button>
    </form>
  );
}
