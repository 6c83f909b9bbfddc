import type { Locale } from "@/lib/locale";
import type { TrafficWords } from "@/components/traffic/traffic-words";
import type { TrafficResult } from "@/lib/simulator/traffic/traffic";

type Counts = TrafficResult["minutes"][number];

/** Hits as a share of checks; null where nothing was checked. */
export function rateOf({ checks, hits }: Counts): number | null {
  return checks === 0 ? null : (hits.completed + hits.in_flight) / checks;
}

/** As the metric is printed: two decimals below one per cent, one above. */
export function rateText(rate: number | null, words: TrafficWords, locale: Locale): string {
  if (rate === null) return words.noChecks;
  return new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: rate < 0.01 ? 2 : 1, maximumFractionDigits: rate < 0.01 ? 2 : 1 }).format(rate);
}

export function numberText(count: number, locale: Locale): string {
  return new Intl.NumberFormat(locale).format(count);
}

/** With its sign, as a difference. */
export function signedText(difference: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { signDisplay: "exceptZero" }).format(difference);
}

/** Top of the axis: the next multiple of five per cent above all minutes, ten at least. */
export function topOf(minutes: readonly Counts[]): number {
  const highest = Math.max(0, ...minutes.map((minute) => rateOf(minute) ?? 0));
  return Math.max(2, Math.ceil(highest / 0.05)) * 0.05;
}
