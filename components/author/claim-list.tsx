import { WriteClaim } from "@/components/author/write-claim";
import type { ShownClaim } from "@/lib/content/author/contract";
import type { Translator } from "@/lib/i18n";
import styles from "@/components/author/author.module.css";

/** Claims with what the simulator has found; those that do not hold offer to write it into their file. */
export function ClaimList({ claims, t }: { claims: readonly ShownClaim[]; t: Translator }) {
  return (
    <ul className={styles.claims}>
      {claims.map((claim) => (
        <li key={claim.id} data-holds={claim.holds}>
          <p>
            <b>{claim.holds ? t("author.holds") : t("author.refuted")}</b> <code>{claim.field}</code> {claim.scenario}/{claim.handler}
          </p>
          <dl>
            <dt>{t("author.claimed")}</dt>
            <dd>{claim.claimed}</dd>
            <dt>{t("author.found")}</dt>
            <dd>{claim.found}</dd>
          </dl>
          {claim.edits.length > 0 && (
            <WriteClaim
              claim={claim.id}
              fileHash={claim.fileHash}
              words={{
                write: t("author.write", { edits: claim.edits.map(({ field, from, to }) => `${field}: ${from} → ${to}`).join(", ") }),
                written: t("author.written"),
                changed: t("author.changed"),
                refused: t("author.refused"),
              }}
            />
          )}
          <p className={styles.place}>content/{claim.id}</p>
        </li>
      ))}
    </ul>
  );
}
