import "@/app/globals.css";
import { ErrorNotice } from "@/components/ui/error-notice";
import { errorWords } from "@/components/ui/error-words";
import { localeOfPath } from "@/lib/locale";

/** The error page for a document without header and layout. */
export default function FramelessError({ path, error, retry }: { path: string; error: unknown; retry: () => void }) {
  const locale = localeOfPath(path) ?? "en";
  return (
    <main className="page">
      <title>{errorWords(locale).title}</title>
      <ErrorNotice locale={locale} error={error} retry={retry} />
    </main>
  );
}
