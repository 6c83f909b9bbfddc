import type { AnsweredQuestion } from "@/components/progress/answers";
import { questionPath } from "@/components/progress/next-step";
import { StateDotIcon } from "@/components/progress/state-dot";
import { ConfidenceBars } from "@/components/ui/confidence-bars";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";

interface AnswerListProps {
  id: string;
  title: string;
  lead?: string;
  /** Beside the title, for instance "3 of 8". */
  count?: string;
  answers: AnsweredQuestion[];
  locale: Locale;
  t: Translator;
}

/** Questions with how they ended and how sure the first answer was; every row leads back to its question. */
export function AnswerList({ id, title, lead, count, answers, locale, t }: AnswerListProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="section mb-12">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={`${id}-title`} className="section-title">
          {title}
        </h2>
        {count && <span className="number text-ink-2">{count}</span>}
      </div>
      {lead && <p className="mt-1 max-w-[62ch] text-2 text-ink-2">{lead}</p>}
      <ol className="mt-2">
        {answers.map((answer) => (
          <Row key={answer.question.id} answer={answer} locale={locale} t={t} />
        ))}
      </ol>
    </section>
  );
}

function Row({ answer, locale, t }: { answer: AnsweredQuestion } & Pick<AnswerListProps, "locale" | "t">) {
  const { question, number, state, firstTry } = answer;
  return (
    <li className="grid grid-cols-[1.5rem_1fr] items-baseline gap-x-2 gap-y-0.5 border-b border-rule py-2.5 tablet:grid-cols-[1.5rem_1fr_26rem] tablet:gap-x-4">
      <span className="number text-ink-3">{number}</span>
      <a href={`/${locale}${questionPath(question.id)}`} className="quiet-link text-ink">
        {question.title[locale]}
      </a>
      <p className="col-start-2 flex flex-wrap gap-x-5 text-2 text-ink-2 tablet:col-start-auto tablet:grid tablet:grid-cols-[1fr_8rem]">
        <span className="flex items-center gap-2">
          <StateDotIcon state={state} />
          {t(`progress.states.${state}`)}
        </span>
        {firstTry?.confidence && (
          <span className="flex items-center gap-2">
            <ConfidenceBars confidence={firstTry.confidence} />
            <span className="sr-only">{t("progress.firstAnswer")}</span>
            {t(`progress.confidence.${firstTry.confidence}`)}
          </span>
        )}
      </p>
    </li>
  );
}
