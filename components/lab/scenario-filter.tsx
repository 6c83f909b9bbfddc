import type { LabEntry } from "@/components/lab/scenario-search";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";
import { scenarioKinds, type ScenarioKind } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/lab/lab.module.css";

interface ScenarioFilterProps {
  entries: readonly LabEntry[];
  kind: ScenarioKind | null;
  text: string;
  locale: Locale;
  t: Translator;
}

/** Kinds as links, the search as a form: both are addresses. */
export function ScenarioFilter({ entries, kind, text, locale, t }: ScenarioFilterProps) {
  const address = (to: ScenarioKind | null) => {
    const query = new URLSearchParams({ ...(to && { kind: to }), ...(text && { q: text }) }).toString();
    return `/${locale}/lab${query && `?${query}`}`;
  };
  const present = scenarioKinds.filter((one) => entries.some((entry) => entry.kind === one));
  return (
    <div className={styles.filter}>
      <nav aria-label={t("lab.kind")}>
        <ul>
          {[null, ...present].map((one) => (
            <li key={one}>
              <a href={address(one)} aria-current={one === kind ? "true" : undefined}>
                {one === null ? t("lab.allKinds") : t(`lab.kinds.${one}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <form role="search" action={`/${locale}/lab`}>
        {kind && <input type="hidden" name="kind" value={kind} />}
        <label>
          <span>{t("lab.search")}</span>
          <input type="search" name="q" defaultValue={text} placeholder={t("lab.searchHint")} maxLength={100} />
        </label>
        <button type="submit">{t("lab.find")}</button>
      </form>
    </div>
  );
}
