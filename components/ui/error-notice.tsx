import { lazy, Suspense, type ComponentProps, type ComponentType } from "react";
import { errorWords } from "@/components/ui/error-words";
import type { RequestFigure as Figure } from "@/components/ui/request-figure";
import type { Locale } from "@/lib/locale";

/** Every page carries this notice, few readers see it: its figure is loaded then. Without it the words still stand. */
const RequestFigure = lazy<ComponentType<ComponentProps<typeof Figure>>>(() =>
  import("@/components/ui/request-figure").then(
    (loaded) => ({ default: loaded.RequestFigure }),
    () => ({ default: () => null }),
  ),
);

interface ErrorNoticeProps {
  locale: Locale;
  error: unknown;
  retry: () => void;
}

/** What a reader needs when a page fails: whose fault, what is safe, one button to try again, one way out. */
export function ErrorNotice({ locale, error, retry }: ErrorNoticeProps) {
  const words = errorWords(locale);
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : null;
  return (
    <div className="pt-7 pb-18 tablet:pt-9">
      <h1 className="page-title">{words.title}</h1>
      <p className="page-lead mb-8">{words.explanation}</p>
      <div className="min-h-[178px]">
        <Suspense fallback={null}>
          <RequestFigure reader={words.reader} server={words.server} request="GET" answer={words.noAnswer} ending="crash" />
        </Suspense>
      </div>
      <div className="mt-8 flex flex-wrap gap-4">
        <button type="button" onClick={retry} className="button">
          {words.retry}
        </button>
        <a href={`/${locale}`} className="button-line">
          {words.toMap}
        </a>
      </div>
      {digest && (
        <p className="mt-4 text-2 text-ink-3">
          {words.number} <code className="font-mono">{digest}</code>
        </p>
      )}
    </div>
  );
}
