import type { Metadata } from "next";
import { anomalyCells, familyRows, findingRows, origins, partRows, plantRows, rabbitRows, totals } from "@/app/[locale]/reality/rows";
import { AnomalyTable } from "@/components/reality/anomaly-table";
import { FactList } from "@/components/reality/fact-list";
import { FamilyList } from "@/components/reality/family-list";
import { PartList } from "@/components/reality/part-list";
import { RealitySection } from "@/components/reality/reality-section";
import { inGroups } from "@/components/ui/in-groups";
import { pageLocale, translator } from "@/lib/i18n";
import { pageMetadata } from "@/lib/page-metadata";
import { blockedAfterMs, longSchedules } from "@/lib/reality/limits";
import { recordedResult } from "@/lib/reality/recorded";
import styles from "@/components/reality/reality.module.css";

interface RealityPageProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: RealityPageProps): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = translator(locale);
  return pageMetadata({ locale, path: "/reality", title: t("reality.title"), description: t("reality.description") });
}

const commands = { short: "npm run reality", long: `npm run reality -- --schedules ${longSchedules}` } as const;

/** The recorded check of the simulator against real systems. Every number is the record's. */
export default async function RealityPage({ params }: RealityPageProps) {
  const locale = await pageLocale(params);
  const t = translator(locale);
  const { date, seed, mostStates, versions, hermitage, rollback } = recordedResult;
  const { agreed, total, ...counted } = totals();
  const cells = anomalyCells();
  const rabbit = rabbitRows(locale, t);
  const shownDate = new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" });
  const milliseconds = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 1 });
  return (
    <>
      <header className="pt-8 tablet:pt-9">
        <h1 className="page-title">{t("reality.title")}</h1>
        <p className="page-lead">{t("reality.lead")}</p>
        <p className={styles.headline}>
          {t(agreed === total ? "reality.allAgree" : "reality.agree", { agreed: inGroups(agreed, locale), total: inGroups(total, locale) })}
        </p>
        <p className={styles.recorded}>{t("reality.recorded", { date: shownDate, seed: String(seed), ...counted })}</p>
        <ul className={styles.versions} aria-label={t("reality.versions")}>
          {Object.entries(versions).map(([name, version]) => (
            <li key={name}>
              {name} <span className="number">{version}</span>
            </li>
          ))}
        </ul>
      </header>
      <RealitySection id="families" title={t("reality.families")} lead={t("reality.familiesLead", { states: inGroups(mostStates, locale), blocked: blockedAfterMs })}>
        <p className="mt-1 max-w-[66ch] text-2 text-ink-2">{t("reality.origins", origins())}</p>
        <FamilyList families={familyRows(locale)} locale={locale} t={t} />
      </RealitySection>
      <RealitySection id="plants" title={t("reality.plants")} lead={t("reality.plantsLead")}>
        <FactList rows={plantRows(locale, t)} />
      </RealitySection>
      <RealitySection id="findings" title={t("reality.findings")} lead={t("reality.findingsLead")}>
        <FactList rows={findingRows(locale, t)} />
      </RealitySection>
      <RealitySection
        id="hermitage"
        title={t("reality.hermitage")}
        lead={t("reality.hermitageLead", { agreed: hermitage.filter(({ simulated, real }) => simulated === real).length, total: hermitage.length })}
      >
        <AnomalyTable cells={cells} t={t} />
      </RealitySection>
      {rabbit.length > 0 && (
        <RealitySection id="rabbit" title={t("reality.rabbit")} lead={t("reality.rabbitLead")}>
          <FactList rows={rabbit} />
        </RealitySection>
      )}
      <RealitySection
        id="rollback"
        title={t("reality.rollback")}
        lead={t("reality.rollbackLead", { median: milliseconds(rollback.medianMs), longest: milliseconds(rollback.longestMs), kills: rollback.kills })}
      />
      <RealitySection id="parts" title={t("reality.parts")}>
        <PartList parts={partRows(locale)} t={t} />
      </RealitySection>
      <RealitySection id="rerun" title={t("reality.rerun")} lead={t("reality.rerunLead")}>
        <dl className={styles.commands}>
          <dt>{commands.short}</dt>
          <dd>{t("reality.rerunShort")}</dd>
          <dt>{commands.long}</dt>
          <dd>{t("reality.rerunLong", { schedules: longSchedules })}</dd>
        </dl>
      </RealitySection>
    </>
  );
}
