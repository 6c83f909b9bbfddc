import type { Words } from "../plain";
import { countEnglish, countRussian } from "./numbers";

/** Sentences about the gaps of a delivery and a crash in them. `calls` are the delivery's calls in their order. */

/** The place of a gap: "after charge, before INSERT". */
export function describeGap(calls: readonly string[], gap: number): Words {
  const [before, after] = [calls[gap - 1], calls[gap]];
  if (before === undefined) return { ru: `до ${after ?? ""}`, en: `before ${after ?? ""}` };
  if (after === undefined) return { ru: `после ${before}`, en: `after ${before}` };
  return { ru: `после ${before}, до ${after}`, en: `after ${before}, before ${after}` };
}

interface GapVerdict {
  violates: "none" | "some" | "all";
  /** Decimal digits; null where there is no end to them. */
  schedules: { all: string; violating: string } | null;
}

/** What all schedules with a crash in this gap lead to: exact numbers, no probabilities. `within` names their bounds. */
export function describeGapVerdict({ violates, schedules }: GapVerdict, within: Words | null = null): Words {
  if (!schedules) {
    return {
      none: { ru: "Расписаниям с ним нет конца, не нарушает ни одно.", en: "There is no end to the schedules with it; none violates." },
      some: { ru: "Расписаниям с ним нет конца, нарушает часть из них.", en: "There is no end to the schedules with it; some violate." },
      all: { ru: "Расписаниям с ним нет конца, нарушают все.", en: "There is no end to the schedules with it; all violate." },
    }[violates];
  }
  const bounds: Words = within ? { ru: ` (${within.ru})`, en: ` (${within.en})` } : { ru: "", en: "" };
  const ru = `Расписаний с ним${bounds.ru}: ${grouped(schedules.all, "ru")}`;
  const en = `Schedules with it${bounds.en}: ${grouped(schedules.all, "en")}`;
  switch (violates) {
    case "none":
      return { ru: `${ru}, не нарушает ни одно.`, en: `${en}, none of them violates.` };
    case "all":
      return { ru: `${ru}, нарушают все.`, en: `${en}, all of them violate.` };
    case "some":
      return {
        ru: `${ru}, из них нарушают ${grouped(schedules.violating, "ru")}.`,
        en: `${en}, of which ${grouped(schedules.violating, "en")} violate.`,
      };
  }
}

/** The gap and its verdict as one text: what the handle says when it comes to rest. */
export function describeCrashPoint(calls: readonly string[], gap: number, verdict: GapVerdict, within: Words | null = null): Words {
  const [place, words] = [describeGap(calls, gap), describeGapVerdict(verdict, within)];
  return { ru: `Краш ${place.ru}. ${words.ru}`, en: `A crash ${place.en}. ${words.en}` };
}

/** Compares the gaps that somebody marked with those in which every schedule violates. */
export function comparePrediction(marked: ReadonlySet<number>, window: readonly number[]): "hit" | "too-wide" | "part" | "missed" {
  const found = window.filter((gap) => marked.has(gap)).length;
  if (found === window.length) return marked.size === window.length ? "hit" : "too-wide";
  return found > 0 ? "part" : "missed";
}

/** One sentence about a prediction, and the window as it was computed. */
export function describePrediction(calls: readonly string[], marked: ReadonlySet<number>, window: readonly number[]): Words {
  const places = window.map((gap) => describeGap(calls, gap));
  const ru = `Окно краша: ${places.map((place) => place.ru).join("; ")}.`;
  const en = `The crash window: ${places.map((place) => place.en).join("; ")}.`;
  const beyond = [...marked].filter((gap) => !window.includes(gap)).length;
  switch (comparePrediction(marked, window)) {
    case "hit":
      return { ru: `Точно. ${ru}`, en: `Exactly. ${en}` };
    case "too-wide":
      return {
        ru: `Шире, чем есть: лишнее отмечено в ${countRussian(beyond, ["месте", "местах", "местах"])}. ${ru}`,
        en: `Too wide: ${countEnglish(beyond, ["marked gap is", "marked gaps are"])} outside it. ${en}`,
      };
    case "part":
      return { ru: `Часть не отмечена. ${ru}`, en: `A part of it is not marked. ${en}` };
    case "missed":
      return { ru: `Мимо. ${ru}`, en: `Missed. ${en}` };
  }
}

function grouped(digits: string, locale: "ru" | "en"): string {
  return new Intl.NumberFormat(locale).format(BigInt(digits));
}
