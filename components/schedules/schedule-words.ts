import type { Translator } from "@/lib/i18n";

const names = [
  "title",
  "lead",
  "leadUpright",
  "table",
  "secondDelivery",
  "firstCrash",
  "noCrash",
  "beforeFirst",
  "after",
  "noSecond",
  "total",
  "never",
  "open",
  "opened",
  "openedOne",
  "toMap",
  "notFound",
  "failed",
  "legend",
  "one",
  "double",
  "lost",
  "wrong",
  "stuck",
  "proved",
  "allViolate",
  "someViolate",
  "window",
  "notProbabilities",
  "compare",
  "compareTitle",
  "compareNote",
  "shown",
  "waiting",
  "running",
  "endless",
  "strip",
  "stripSome",
  "stripAll",
  "stripItem",
  "again",
  "closed",
  "reveal",
  "byNumber",
  "openNumber",
] as const;

/** What the map of all schedules says. Texts with `{…}` are filled in by `fill`. */
export type ScheduleWords = Readonly<Record<(typeof names)[number], string>>;

export function scheduleWords(t: Translator): ScheduleWords {
  return Object.fromEntries(names.map((name) => [name, String(t.raw(`schedules.${name}`))])) as ScheduleWords;
}
