import type { CourseTotals } from "@/components/progress/course-totals";
import { questionPath, type NextStep } from "@/components/progress/next-step";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";

interface ProgressHeadProps {
  locale: Locale;
  t: Translator;
  next: NextStep | null;
  totals: CourseTotals;
}

/** Title, one sentence that sums up, and the way to the next question while there is one. */
export function ProgressHead({ locale, t, next, totals }: ProgressHeadProps) {
  const { state, settled, total, rightAtFirstTry } = totals;
  return (
    <div className="grid gap-x-12 gap-y-5 pt-7 pb-10 tablet:grid-cols-[1fr_auto] tablet:items-end tablet:pt-9 tablet:pb-12">
      <div>
        <h1 className="page-title">{t("progress.title")}</h1>
        <p className="page-lead">
          {state === "empty" ? t("progress.lead.empty") : t("progress.lead.some", { settled, total, right: rightAtFirstTry })}
        </p>
      </div>
      {next && (
        <a href={`/${locale}${questionPath(next.question.id)}`} className="button-line">
          {t(state === "empty" ? "progress.start" : "progress.continue")}
        </a>
      )}
    </div>
  );
}
