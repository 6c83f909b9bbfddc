import type { ReactNode } from "react";
import { ClaimList } from "@/components/author/claim-list";
import { RichText } from "@/components/ui/rich-text";
import type { Answer, PublicQuestion, Rich, SecretQuestion, Source } from "@/lib/content/compiled";
import type { ShownClaim } from "@/lib/content/author/contract";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";
import styles from "@/components/author/author.module.css";

interface AuthoredQuestionProps {
  question: PublicQuestion;
  secret: SecretQuestion;
  /** Those of the key and of the wrong options. Empty in a translation, which has none. */
  claims: readonly ShownClaim[];
  sources: Record<string, Source>;
  locale: Locale;
  t: Translator;
}

/** A question with everything that readers see only after they have answered. */
export function AuthoredQuestion({ question, secret, claims, sources, locale, t }: AuthoredQuestionProps) {
  const rich = (value: Rich): ReactNode => <RichText value={value} sources={sources} />;
  const told: [string, Record<Locale, Rich> | null][] = [
    [t("author.right"), secret.right],
    [t("author.otherwise"), secret.otherwise],
    [t("author.incomplete"), secret.incomplete],
    [t("author.explanation"), secret.explanation],
  ];
  return (
    <section className={styles.question}>
      <p className={styles.place}>
        {question.kind} · {question.id.split("/")[1]}
      </p>
      <h3>{question.title}</h3>
      <div className={styles.rich}>{rich(question.prompt)}</div>
      {secret.key.kind === "number" && (
        <p>
          {t("author.answer")}: <b>{secret.key.value}</b> {question.unit}
        </p>
      )}
      <ul className={styles.options}>
        {question.options.map((option) => {
          const own = secret.options.find(({ id }) => id === option.id);
          const isRight = isKey(secret.key, option.id);
          return (
            <li key={option.id} data-right={isRight}>
              <p>
                {isRight && <b className={styles.key}>{t("author.key")}</b>} {rich(option.text)}
              </p>
              {own && <div className={styles.rich}>{rich(own.feedback[locale])}</div>}
              {own?.misconception && (
                <p className={styles.place}>
                  {t("author.misconception")}: {own.misconception}
                  {own.safe && ` · ${t("author.safe")}`}
                </p>
              )}
            </li>
          );
        })}
        {[
          ...secret.wrong.map((wrong) => ({ ...wrong, name: String(wrong.value) })),
          ...secret.pairs.map((pair) => ({ ...pair, name: t("author.pair", { first: pair.first, then: pair.then }) })),
        ].map(({ name, feedback, misconception }) => (
          <li key={name}>
            <p>{name}</p>
            <div className={styles.rich}>{rich(feedback[locale])}</div>
            <p className={styles.place}>
              {t("author.misconception")}: {misconception}
            </p>
          </li>
        ))}
      </ul>
      {told.map(
        ([name, text]) =>
          text && (
            <div key={name} className={styles.rich}>
              <h4>{name}</h4>
              {rich(text[locale])}
            </div>
          ),
      )}
      {claims.length > 0 && (
        <div>
          <h4>{t("author.claims")}</h4>
          <ClaimList claims={claims} t={t} />
        </div>
      )}
    </section>
  );
}

/** An order is right as a whole; its options are listed by their ids. */
function isKey(key: Answer, option: string): boolean {
  if (key.kind === "choice" || key.kind === "place") return key.option === option;
  return key.kind === "several" && key.options.includes(option);
}
