import "@/app/globals.css";
import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { SiteHeader } from "@/components/ui/site-header";
import { translator } from "@/lib/i18n";
import { preferredLocale } from "@/lib/accept-language";
import { isLocale, type Locale } from "@/lib/locale";
import { isTheme, themeCookie } from "@/lib/theme";

interface LayoutProps {
  children: ReactNode;
  params: Promise<{ locale: string }>;
}

/** The language of the frame. A path without a language (a 404) is framed in the reader's preferred one. */
async function frameLocale(params: LayoutProps["params"]): Promise<Locale> {
  const { locale } = await params;
  return isLocale(locale) ? locale : preferredLocale((await headers()).get("accept-language"));
}

export async function generateMetadata({ params }: LayoutProps): Promise<Metadata> {
  const t = translator(await frameLocale(params));
  return {
    title: { default: t("common.product"), template: `%s · ${t("common.product")}` },
    description: t("common.description"),
  };
}

export default async function LocaleLayout({ children, params }: LayoutProps) {
  const locale = await frameLocale(params);
  const t = translator(locale);
  const stored = (await cookies()).get(themeCookie)?.value;
  const theme = isTheme(stored) ? stored : "system";
  return (
    <html lang={locale} data-theme={theme === "system" ? undefined : theme}>
      <body>
        <SiteHeader locale={locale} t={t} theme={theme} />
        <main id="content" className="page">
          {children}
        </main>
      </body>
    </html>
  );
}
