import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";
import type { Theme } from "@/lib/theme";

export function SiteHeader({ locale, t }: { locale: Locale; t: Translator; theme: Theme }) {
  return (
    <header className="page">
      <a href={`/${locale}`}>{t("common.product")}</a>
    </header>
  );
}
