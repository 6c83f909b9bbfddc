import { HatchMark } from "@/components/ui/hatch-mark";
import { SiteNavigation } from "@/components/ui/site-navigation";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import type { Translator } from "@/lib/i18n";
import { locales, type Locale } from "@/lib/locale";
import type { Theme } from "@/lib/theme";

/** The bar on every page: the mark, the pages that exist, the two languages, the theme. */
export function SiteHeader({ locale, t, theme }: { locale: Locale; t: Translator; theme: Theme }) {
  return (
    <header className="page print:hidden">
      <div className="flex flex-wrap items-center gap-x-3.5 border-b border-rule pt-3 pb-2 tablet:gap-x-6 tablet:pt-3.5 tablet:pb-2.5">
        <a href={`/${locale}`} className="mark mr-auto">
          {t("common.productFirst")}
          <HatchMark className="mx-[5px] size-[15px]" />
          {t("common.productSecond")}
        </a>
        <SiteNavigation
          label={t("common.navigation")}
          pages={[
            { href: `/${locale}`, title: t("common.map") },
            { href: `/${locale}/lab`, title: t("common.lab") },
            { href: `/${locale}/progress`, title: t("common.progress") },
            { href: `/${locale}/glossary`, title: t("glossary.title") },
            { href: `/${locale}/search`, title: t("search.title") },
          ]}
          search={`/${locale}/search`}
          languages={{
            label: t("common.language"),
            items: locales.map((item) => ({ locale: item, name: t(`common.languageNames.${item}`) })),
          }}
          locale={locale}
        />
        <ThemeToggle
          initial={theme}
          labels={{
            system: t("common.themeSystem"),
            light: t("common.themeLight"),
            dark: t("common.themeDark"),
          }}
        />
      </div>
    </header>
  );
}
