import { OutcomeGlyph } from "@/components/ui/outcome-glyph";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";
import type { ProvedScenario } from "@/lib/progress/proofs/contract";

interface ProvedListProps {
  /** Null when the database does not answer. */
  proved: ProvedScenario[] | null;
  locale: Locale;
  t: Translator;
}

/** Scenarios whose repair the learner has proved, and the server after them; every row leads back to the code. */
export function ProvedList({ proved, locale, t }: ProvedListProps) {
  if (proved === null) return null;
  return (
    <section id="proved" aria-labelledby="proved-title" className="section mb-12">
      <h2 id="proved-title" className="section-title">
        {t("progress.proved")}
      </h2>
      <p className="mt-1 max-w-[62ch] text-2 text-ink-2">{t(proved.length > 0 ? "progress.provedLead" : "progress.nothingProved")}</p>
      {proved.length === 0 && (
        <p className="mt-2">
          <a href={`/${locale}/lab`}>{t("progress.toLab")}</a>
        </p>
      )}
      <ol className="mt-2">
        {proved.map(({ scenario, title, at }) => (
          <li key={scenario} className="grid grid-cols-[1.5rem_1fr] items-baseline gap-x-2 border-b border-rule py-2.5 tablet:grid-cols-[1.5rem_1fr_26rem] tablet:gap-x-4">
            <OutcomeGlyph outcome="proved" />
            <a href={`/${locale}/lab/${scenario}?handler=own`} className="quiet-link text-ink">
              {title[locale]}
            </a>
            <time dateTime={at} className="col-start-2 text-2 text-ink-2 tablet:col-start-auto">
              {new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(at))}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
