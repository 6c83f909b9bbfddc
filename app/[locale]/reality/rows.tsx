import type { AnomalyCell } from "@/components/reality/anomaly-table";
import type { FactRow } from "@/components/reality/fact-list";
import type { FamilyRow } from "@/components/reality/family-list";
import type { PartRow } from "@/components/reality/part-list";
import { labScenarios } from "@/lib/content/load";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";
import { families } from "@/lib/reality/families";
import { findings } from "@/lib/reality/findings";
import { parts } from "@/lib/reality/parts";
import { plants } from "@/lib/reality/plants";
import { brokerRules } from "@/lib/reality/rabbit/rules";
import { recordedResult } from "@/lib/reality/recorded";

/** The recorded result in the words of a language, as the page shows it. */

export function totals() {
  const sum = (of: (family: (typeof recordedResult.families)[number]) => number) =>
    recordedResult.families.reduce((total, family) => total + of(family), 0);
  return {
    agreed: sum(({ agreed }) => agreed),
    total: sum(({ total }) => total),
    steps: sum(({ steps }) => steps),
    replies: sum(({ replies }) => replies),
    kills: sum(({ kills }) => kills),
    blocked: sum(({ blocked }) => blocked),
  };
}

/** How many schedules came from where. */
export function origins() {
  const sum = (origin: string) => recordedResult.families.reduce((total, { byOrigin }) => total + (byOrigin[origin] ?? 0), 0);
  return { random: sum("random"), counterexamples: sum("counterexample"), cells: sum("crash map"), releases: sum("release") };
}

export function familyRows(locale: Locale): FamilyRow[] {
  const scenarios = labScenarios().map(({ scenario }) => scenario);
  return recordedResult.families.map(({ name, agreed, total, handlers, notReplayable }) => ({
    name,
    title: families.find((family) => family.name === name)?.title[locale] ?? name,
    agreed,
    total,
    notReplayable: Object.values(notReplayable).reduce((sum, times) => sum + times, 0),
    scenarios: [...new Set(handlers.map(({ scenario }) => scenario))].sort().map((slug) => {
      const own = handlers.filter(({ scenario }) => scenario === slug);
      const known = scenarios.find((other) => other.slug === slug);
      return {
        slug,
        title: known?.title[locale] ?? slug,
        href: known ? `/${locale}/lab/${slug}` : null,
        handlers: own.length,
        agreed: own.reduce((sum, { agreed: count }) => sum + count, 0),
        total: own.reduce((sum, { total: count }) => sum + count, 0),
      };
    }),
  }));
}

export function anomalyCells(): readonly AnomalyCell[] {
  return recordedResult.hermitage;
}

export function plantRows(locale: Locale, t: Translator): FactRow[] {
  return recordedResult.plants.map(({ name, caught }) => {
    const plant = plants.find((other) => other.name === name);
    return {
      key: name,
      what: plant?.words[locale] ?? name,
      note: plant && <span className="number">{plant.rule}</span>,
      outcome: caught ? t("reality.caught", { step: caught.step, choice: caught.choice, schedules: caught.schedules }) : t("reality.notCaught"),
    };
  });
}

export function findingRows(locale: Locale, t: Translator): FactRow[] {
  return findings.map(({ rule, words, foundBy }) => ({
    key: rule,
    what: words[locale],
    note: <span className="number">{rule}</span>,
    outcome: t("reality.foundBy", { who: foundBy[locale] }),
  }));
}

/** Empty where the recorded check asked no RabbitMQ. */
export function rabbitRows(locale: Locale, t: Translator): FactRow[] {
  return (recordedResult.rabbit ?? []).map(({ name, rule, agreed, real }) => ({
    key: name,
    what: brokerRules.find((other) => other.name.en === name)?.name[locale] ?? name,
    note: (
      <span className="number">
        {rule}: {real.join(", ")}
      </span>
    ),
    outcome: t(agreed ? "reality.agreedRule" : "reality.disagreedRule"),
  }));
}

export function partRows(locale: Locale): PartRow[] {
  return parts.map(({ part, name, real, documented }) => ({
    part,
    name: name[locale],
    real: real?.[locale] ?? null,
    documented: documented?.[locale] ?? null,
  }));
}
