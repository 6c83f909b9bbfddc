import { simulatorWords } from "@/components/simulator/words";
import type { SimulatorWords } from "@/components/simulator/simulator-words";
import { actions, type Action } from "@/components/present/present-keys";
import type { Translator } from "@/lib/i18n";

const names = ["loading", "failed", "status", "here", "calmest", "worst", "notes", "notesClosed", "noNotes", "keysTitle", "copied", "blank", "noCode"] as const;

/** What the stage says. Texts with `{…}` are filled in by `fill`. */
export type PresentWords = Readonly<Record<(typeof names)[number], string>> & {
  simulator: SimulatorWords;
  keys: Readonly<Record<Action, string>>;
};

export function presentWords(t: Translator): PresentWords {
  return {
    ...(Object.fromEntries(names.map((name) => [name, String(t.raw(`present.${name}`))])) as Record<(typeof names)[number], string>),
    simulator: simulatorWords(t),
    keys: Object.fromEntries(actions.map(({ action }) => [action, t(`present.keys.${action}`)])) as Record<Action, string>,
  };
}
