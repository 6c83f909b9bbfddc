import type { Words } from "../plain";
import { verdictOrder } from "../run/judge";
import { profilesOf } from "../scenario/parts";
import type { Bounds, VerdictName } from "../scenario/scenario";
import { describeSetting } from "../words/bounds";
import { describeRefusal } from "../words/say";
import { englishForm, russianForm } from "../words/numbers";
import type { Count } from "./counts";
import type { Exploration, Stopped } from "./explore";

/** What an exploration shows, in one sentence that names every bound and profile. */
export interface Proof {
  /** False when the exploration stopped early: then the sentence says that it is no proof. */
  complete: boolean;
  ru: string;
  en: string;
}

const verdicts: Record<VerdictName, Words> = {
  double: { ru: "двойной эффект", en: "double" },
  lost: { ru: "потерян", en: "lost" },
  wrong: { ru: "неверный итог", en: "wrong" },
  stuck: { ru: "застрял", en: "stuck" },
  ok: { ru: "всё верно", en: "ok" },
};

const reasons: Record<Exclude<Stopped, "refused">, Words> = {
  states: { ru: "достигнут предел числа состояний", en: "the limit of states was reached" },
  memory: { ru: "достигнут предел памяти", en: "the limit of memory was reached" },
  time: { ru: "достигнут предел времени", en: "the limit of time was reached" },
  cancelled: { ru: "перебор отменён", en: "the exploration was cancelled" },
};

export function proofOf(exploration: Exploration): Proof {
  const { stopped } = exploration;
  const further = describeFurther(exploration);
  const complete = stopped === null;
  const sentence = complete ? provedSentence(exploration) : partialSentence(exploration, stopped);
  return {
    complete,
    ru: `${sentence.ru} Прочие границы: ${further.ru}.`,
    en: `${sentence.en} Further bounds: ${further.en}.`,
  };
}

function provedSentence({ schedules, outcomes, loop, simulation }: Exploration): Words {
  const shares = verdictOrder.flatMap((verdict) => {
    const counts = outcomes.filter(({ outcome }) => outcome.verdict === verdict).map((counted) => counted.schedules);
    if (counts.length === 0) return [];
    const sum = counts.reduce<Count>((left, right) => (left === null || right === null ? null : left + right), 0n);
    return [{ verdict, sum }];
  });
  return schedulesSentence({ schedules, shares, bounds: simulation.bounds, canLoop: loop !== null });
}

/** What a search of all schedules has found. */
export interface Found {
  /** Null when there is no end to them. */
  schedules: Count;
  /** Worst first: schedules by verdict. */
  shares: readonly { verdict: VerdictName; sum: Count }[];
  bounds: Bounds;
  /** True when a run can go round for ever with nobody kept waiting. */
  canLoop: boolean;
}

/** "In all N schedules (bounds): …": what they lead to, and how many of them to each. */
export function schedulesSentence({ schedules, shares, bounds, canLoop }: Found): Words {
  const within = describeSetting(bounds);
  const going: Words =
    schedules !== null
      ? { ru: "", en: "" }
      : canLoop
        ? { ru: " Прогон может ходить по кругу без конца: застрял.", en: " A run can go round for ever: stuck." }
        : {
            ru: " Круги есть только такие, где кто-то без причины ждёт без конца.",
            en: " The only loops are those in which somebody is kept waiting for ever without reason.",
          };
  const [only] = shares;
  if (shares.length === 1 && only) {
    return {
      ru: `Во всех ${inRussian(schedules)} ${russianForm(lastDigits(schedules), ["расписании", "расписаниях", "расписаниях"])} (${within.ru}): ${verdicts[only.verdict].ru}.${going.ru}`,
      en: `In all ${inEnglish(schedules)} ${englishForm(lastDigits(schedules), ["schedule", "schedules"])} (${within.en}): ${verdicts[only.verdict].en}.${going.en}`,
    };
  }
  const list = (language: keyof Words, number: (count: Count) => string) =>
    shares.map(({ verdict, sum }) => `${verdicts[verdict][language]} ${number(sum)}`).join(", ");
  return {
    ru: `Во всех ${inRussian(schedules)} расписаниях (${within.ru}): ${list("ru", inRussian)}.${going.ru}`,
    en: `In all ${inEnglish(schedules)} schedules (${within.en}): ${list("en", inEnglish)}.${going.en}`,
  };
}

function partialSentence({ states, verdict, refusal, simulation }: Exploration, stopped: Stopped): Words {
  const within = describeSetting(simulation.bounds);
  const why =
    stopped === "refused" && refusal
      ? lowerFirst(describeRefusal(refusal.refusal))
      : reasons[stopped === "refused" ? "cancelled" : stopped];
  const seen: Words =
    verdict === null || verdict === "ok"
      ? { ru: `Нарушения не видно`, en: `No violation` }
      : { ru: `Есть нарушение (${verdicts[verdict].ru})`, en: `A violation (${verdicts[verdict].en})` };
  return {
    ru: `${seen.ru} в ${inRussian(BigInt(states))} ${russianForm(states, ["просмотренном состоянии", "просмотренных состояниях", "просмотренных состояниях"])} (${within.ru}); это не доказательство: ${why.ru.replace(/\.$/, "")}.`,
    en: `${seen.en} in the ${inEnglish(BigInt(states))} ${englishForm(states, ["state", "states"])} seen (${within.en}); not a proof: ${why.en.replace(/\.$/, "")}.`,
  };
}

function lowerFirst({ ru, en }: Words): Words {
  const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
  return { ru: lower(ru), en: lower(en) };
}

/**
 * What the sentence itself does not name: that there are no other faults, the limit of receives, and the profiles of
 * all parts that the scenario has.
 */
function describeFurther({ simulation: { bounds, scenario } }: Exploration): Words {
  const none = Object.values(bounds.faults).every((budget) => budget === 0);
  const others: Words = none ? { ru: "", en: "" } : { ru: "других сбоев нет, ", en: "no other faults, " };
  const receives: Words =
    bounds.maxReceive === null
      ? { ru: "без предела числа получений", en: "no limit of receives" }
      : { ru: `не более ${bounds.maxReceive} получений сообщения`, en: `at most ${bounds.maxReceive} receives of a message` };
  const profiles = profilesOf(scenario.parts).map((name) => `${name}=${bounds.profiles[name]}`).join(", ");
  return {
    ru: `${others.ru}${receives.ru}; ${profiles}`,
    en: `${others.en}${receives.en}; ${profiles}`,
  };
}

/** Enough of a count to choose the form of a noun by. */
function lastDigits(count: Count): number {
  if (count === null) return 5;
  return count < 100n ? Number(count) : 100 + Number(count % 100n);
}

/** Digits in groups of three: by narrow spaces that do not break in Russian, by commas in English. */
function grouped(count: Count, separator: string): string {
  return count === null ? "∞" : String(count).replace(/\B(?=(\d{3})+$)/g, separator);
}

export function inRussian(count: Count): string {
  return grouped(count, "\u202f");
}

export function inEnglish(count: Count): string {
  return grouped(count, ",");
}
