import { fill } from "@/components/ui/fill";
import type { LabWords } from "@/components/lab/lab-words";
import { schedulesWith, type OutcomeRow } from "@/components/lab/verdict-of";
import { inGroups } from "@/components/ui/in-groups";
import type { Locale } from "@/lib/locale";
import type { ExplorationResult } from "@/lib/simulator/explore/result";
import type { VerdictName } from "@/lib/simulator/scenario/scenario";
import { describeSetting } from "@/lib/simulator/words/bounds";

/** The verdict on all schedules as one sentence: what happens at worst, in how many of them, and within which bounds. */
export interface Headline {
  name: string;
  rest: string;
  /** Without them the number of schedules says nothing. */
  within: string;
  /** `open`: nothing bad was seen, but not everything was looked at. */
  tone: "proved" | "violated" | "open";
}

/** @param complete false when the search stopped early: then nothing is proved */
export function headlineOf(
  { schedules, bounds }: Pick<ExplorationResult, "schedules" | "bounds">,
  complete: boolean,
  rows: readonly OutcomeRow[],
  words: LabWords,
  locale: Locale,
): Headline {
  const verdict = rows[0]?.verdict ?? "ok";
  const violated = verdict !== "ok";
  const within = `(${describeSetting(bounds)[locale]})`;
  if (!complete) {
    return violated
      ? { name: `${nameOf(rows, verdict, words)}:`, rest: words.partialBad, within, tone: "violated" }
      : { name: words.partialGood, rest: "", within, tone: "open" };
  }
  const tone = violated ? "violated" : "proved";
  const name = nameOf(rows, verdict, words);
  const count = schedulesWith(rows, verdict);
  if (schedules === null || count === null) {
    // The loops that are left without a violation are those in which somebody is kept waiting without reason.
    return violated ? { name: `${name}:`, rest: words.endless, within, tone } : { name, rest: words.ending, within, tone };
  }
  const place = String(count) === schedules ? words.all : words.some;
  return { name, rest: fill(place, { count: inGroups(count, locale), total: inGroups(BigInt(schedules), locale) }), within, tone };
}

/** What happened, in effects where these tell it: "2 charges", "2–4 charges"; in words where they do not. */
function nameOf(rows: readonly OutcomeRow[], verdict: VerdictName, words: LabWords): string {
  const same = rows.filter((row) => row.verdict === verdict).sort((one, other) => one.most - other.most);
  const [least, most] = [same[0], same.at(-1)];
  const isSimple = (verdict === "double" || verdict === "ok") && same.every(({ counts }) => !counts.includes(","));
  if (!least || !most || !isSimple) return upperFirst(words.verdict[verdict]);
  return least.most === most.most ? most.counts : `${least.most}–${most.counts}`;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
