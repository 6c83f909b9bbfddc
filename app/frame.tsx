import "@/app/globals.css";
import "@/app/print.css";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { frameLocale } from "@/app/frame-locale";
import { KeptProofs } from "@/components/repair/kept-proofs";
import { preloadFonts } from "@/components/ui/preload-fonts";
import { SiteHeader } from "@/components/ui/site-header";
import { translator } from "@/lib/i18n";
import { pathHeader } from "@/lib/request-path";
import { siteOrigin } from "@/lib/site-origin";
import { barColors, isTheme, themeCookie, type Theme } from "@/lib/theme";

async function chosenTheme(): Promise<Theme> {
  const stored = (await cookies()).get(themeCookie)?.value;
  return isTheme(stored) ? stored : "system";
}

/** What every page says of itself unless it knows better. */
export async function frameMetadata(): Promise<Metadata> {
  const t = translator(await frameLocale());
  return {
    metadataBase: siteOrigin(await headers()),
    title: t("common.product"),
    description: t("common.description"),
  };
}

export async function frameViewport(): Promise<Viewport> {
  return { themeColor: barColors(await chosenTheme()) };
}

/** The document around every page: language, theme, header, the way past it. */
export async function Frame({ children }: { children: ReactNode }) {
  const locale = await frameLocale();
  const theme = await chosenTheme();
  const t = translator(locale);
  const sent = await headers();
  const address = new URL(sent.get(pathHeader) ?? "/", siteOrigin(sent));
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
        <p className="page printed-from">
          {t("common.product")} · {address.href}
        </p>
        <KeptProofs />
      </body>
    </html>
  );
}
