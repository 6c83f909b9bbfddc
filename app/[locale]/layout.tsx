import "@/app/globals.css";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { preloadFonts } from "@/components/ui/preload-fonts";
import { SiteHeader } from "@/components/ui/site-header";
import { preferredLocale } from "@/lib/accept-language";
import { translator } from "@/lib/i18n";
import { isLocale, type Locale } from "@/lib/locale";
import { siteOrigin } from "@/lib/site-origin";
import { barColors, isTheme, themeCookie, type Theme } from "@/lib/theme";

interface LayoutProps {
  children: ReactNode;
  params: Promise<{ locale: string }>;
}

/** The language of the frame. A path without a language (a 404) is framed in the reader's preferred one. */
async function frameLocale(params: LayoutProps["params"]): Promise<Locale> {
  const { locale } = await params;
  return isLocale(locale) ? locale : preferredLocale((await headers()).get("accept-language"));
}

async function chosenTheme(): Promise<Theme> {
  const stored = (await cookies()).get(themeCookie)?.value;
  return isTheme(stored) ? stored : "system";
}

export async function generateMetadata({ params }: Pick<LayoutProps, "params">): Promise<Metadata> {
  const t = translator(await frameLocale(params));
  return {
    metadataBase: siteOrigin(await headers()),
    title: { default: t("common.product"), template: `%s · ${t("common.product")}` },
    description: t("common.description"),
  };
}

export async function generateViewport(): Promise<Viewport> {
  return { themeColor: barColors(await chosenTheme()) };
}

export default async function LocaleLayout({ children, params }: LayoutProps) {
  const locale = await frameLocale(params);
  const theme = await chosenTheme();
  const t = translator(locale);
  preloadFonts(locale);
  return (
    <html lang={locale} data-theme={theme === "system" ? undefined : theme}>
      <body>
        <a href="#content" className="skip-link">
          {t("common.skip")}
        </a>
        <SiteHeader locale={locale} t={t} theme={theme} />
        <main id="content" tabIndex={-1} className="page">
          {children}
        </main>
      </body>
    </html>
  );
}
