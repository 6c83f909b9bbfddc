import type { CourseTotals } from "@/components/progress/course-totals";
import { questionPath, type NextStep } from "@/components/progress/next-step";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";

interface ClimbHeadProps {
  locale: Locale;
  t: Translator;
  next: NextStep | null;
  totals: CourseTotals;
  /** False while the database does not answer: then nothing is promised about answers. */
  recording: boolean;
}

/** Title, one sentence on how far the climb has come, and the one button that leads on. */
export function ClimbHead({ locale, t, next, totals, recording }: ClimbHeadProps) {
  const { state, settled, total, minutesLeft } = totals;
  return (
    <div className="grid gap-x-12 gap-y-5 pt-7 pb-8 tablet:grid-cols-[1fr_auto] tablet:items-end tablet:pt-9 tablet:pb-4">
      <div>
        <h1 className="page-title">{t("map.title")}</h1>
        <p className="page-lead">{t(`map.lead.${state}`, { settled, total, minutes: minutesLeft })}</p>
      </div>
      <div className="grid">
        <a
          href={next ? `/${locale}${questionPath(next.question.id)}` : `/${locale}/progress`}
          className="button"
        >
          {next === null ? t("map.reread") : t(state === "empty" ? "map.start" : "map.continue")}
        </a>
        {state === "empty" && recording && <p className="mt-2 max-w-56 text-2 text-ink-3">{t("map.noAccount")}</p>}
      </div>
    </div>
  );
}
