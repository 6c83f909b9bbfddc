import type { Words } from "@/lib/simulator/plain";

/** What the handle of the crash says. It comes with the simulator, so that the page of a lesson does not carry it. */
export const crashWords = {
  point: { ru: "Точка краша", en: "Crash point" },
  pointShort: { ru: "Краш", en: "Crash" },
  move: { ru: "Подвинуть краш", en: "Move the crash" },
  recorded: { ru: "К показанному прогону", en: "To the run that was shown" },
  earlier: { ru: "Краш раньше", en: "Crash earlier" },
  later: { ru: "Краш позже", en: "Crash later" },
  ways: { ru: "Что будет после краша", en: "What follows the crash" },
  calmest: { ru: "лучшее продолжение", en: "calmest continuation" },
  worst: { ru: "худшее продолжение", en: "worst continuation" },
  endless: { ru: "ходит по кругу без конца", en: "goes round for ever" },
  otherOrder: { ru: "худшее при другом порядке", en: "worst in another order" },
  notFromHere: {
    ru: "После этого начала до худшего не доходит: до краша шаги должны идти в другом порядке. Такой прогон — третий.",
    en: "This beginning does not come to the worst: the steps before the crash have to follow another order. The third run shows it.",
  },
  schedule: { ru: "расписание", en: "schedule" },
  searching: { ru: "Просматриваем все расписания…", en: "Searching all schedules…" },
  nothing: {
    ru: "Двигать нечего: в этих границах расписаний слишком много или краш невозможен.",
    en: "Nothing to move: within these bounds there are too many schedules, or no crash is possible.",
  },
  where: { ru: "Где окно краша?", en: "Where is the crash window?" },
  mark: {
    ru: "Отметьте на шкале промежутки, в которых краш приводит к нарушению при любом продолжении.",
    en: "Mark the gaps on the scale in which a crash leads to a violation however the run goes on.",
  },
  compare: { ru: "Сравнить", en: "Compare" },
  show: { ru: "Показать сразу", en: "Show it" },
  yours: { ru: "ваша отметка", en: "your mark" },
  noReturn: { ru: "точка невозврата", en: "point of no return" },
  gaps: { ru: "Промежутки, в которых воркер может упасть", en: "Gaps in which the worker can die" },
  window: { ru: "окно краша", en: "crash window" },
  calls: { ru: "Язык кода", en: "Language of the code" },
} as const satisfies Record<string, Words>;
