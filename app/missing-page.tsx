import type { Metadata } from "next";
import { frameLocale } from "@/app/frame-locale";
import { RequestFigure } from "@/components/ui/request-figure";
import { translator } from "@/lib/i18n";
import { pageTitle } from "@/lib/page-metadata";

export async function missingPageTitle(): Promise<Metadata["title"]> {
  const locale = await frameLocale();
  return pageTitle(locale, translator(locale)("errors.notFoundTitle"));
}

/** Says what was asked and what was found: nothing, and nothing is lost. */
export async function MissingPage() {
  const locale = await frameLocale();
  const t = translator(locale);
  return (
    <div className="pt-7 pb-18 tablet:pt-9">
      <h1 className="page-title">{t("errors.notFoundTitle")}</h1>
      <p className="page-lead mb-8">{t("errors.notFound")}</p>
      <RequestFigure
        reader={t("errors.reader")}
        server={t("errors.server")}
        request="GET"
        answer={t("errors.nothingFound")}
        ending="empty"
      />
      <a href={`/${locale}`} className="button mt-8">
        {t("errors.toMap")}
      </a>
    </div>
  );
}
