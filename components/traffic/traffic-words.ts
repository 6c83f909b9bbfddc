import type { Translator } from "@/lib/i18n";

const names = [
  "title", "calm", "calmRest", "more", "moreRest", "fewerRest", "mixedRest", "bounds", "cause", "handler", "rate", "noChecks",
  "completed", "inFlight", "window", "ids", "effects", "all", "before", "during", "after", "redeliveries", "difference",
  "emergency", "yes", "no", "minutes", "minute", "checks",
] as const;

/** The words of the metric chart in one language; `{name}` stands where a value belongs. */
export type TrafficWords = Readonly<Record<(typeof names)[number], string>>;

export function trafficWords(t: Translator): TrafficWords {
  return Object.fromEntries(names.map((name) => [name, String(t.raw(`traffic.${name}`))])) as TrafficWords;
}
