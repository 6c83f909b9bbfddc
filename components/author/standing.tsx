import type { SubjectState } from "@/lib/content/author/contract";
import type { Translator } from "@/lib/i18n";
import styles from "@/components/author/author.module.css";

/** How a lesson or scenario stands, in one line. */
export function Standing({ state, t }: { state: SubjectState; t: Translator }) {
  const { problems, warnings, claims } = state;
  const failed = claims?.filter(({ holds }) => !holds).length ?? 0;
  return (
    <p className={styles.standing} data-sound={problems.length === 0 && claims !== null && failed === 0}>
      {t("author.standing", { problems: problems.length, warnings: warnings.length })}
      {" · "}
      {claims ? t("author.claimsStanding", { count: claims.length, failed }) : t("author.proving")}
    </p>
  );
}
