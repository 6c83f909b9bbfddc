"use client";

import "@/app/globals.css";
import { usePathname } from "next/navigation";
import { ErrorNotice } from "@/components/ui/error-notice";
import { errorWords, localeOfPath } from "@/components/ui/error-words";

/** The frame itself failed: a page without it, in the theme of the system. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const locale = localeOfPath(usePathname());
  return (
    <html lang={locale}>
      <body>
        <title>{errorWords(locale).title}</title>
        <main className="page">
          <ErrorNotice locale={locale} error={error} retry={retry} />
        </main>
      </body>
    </html>
  );
}
