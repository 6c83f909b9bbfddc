/** What a presenter can do, in the order of the list of keys. */
export type Action =
  | "step"
  | "ends"
  | "play"
  | "crash"
  | "crashHere"
  | "side"
  | "handler"
  | "scenario"
  | "blank"
  | "theme"
  | "notes"
  | "link"
  | "full"
  | "help"
  | "leave";

/** The keys of each action as they are printed. `shown`: also at the foot of the stage. */
export const actions: readonly { action: Action; keys: readonly string[]; shown: boolean }[] = [
  { action: "step", keys: ["←", "→"], shown: true },
  { action: "ends", keys: ["Home", "End"], shown: false },
  { action: "play", keys: ["Space"], shown: false },
  { action: "crash", keys: ["⇧", "←", "→"], shown: true },
  { action: "crashHere", keys: ["X"], shown: false },
  { action: "side", keys: ["W"], shown: false },
  { action: "handler", keys: ["R"], shown: true },
  { action: "scenario", keys: ["S"], shown: false },
  { action: "blank", keys: ["B", "."], shown: false },
  { action: "theme", keys: ["T"], shown: false },
  { action: "notes", keys: ["N"], shown: false },
  { action: "link", keys: ["L"], shown: false },
  { action: "full", keys: ["F"], shown: false },
  { action: "help", keys: ["?"], shown: true },
  { action: "leave", keys: ["Esc"], shown: true },
];

/** What is to be done; `by` is −1 for backwards. */
export interface Command {
  action: Action;
  by: 1 | -1;
}

/** The letters of the keyboard, by their place on it: they work under a Russian layout, too. */
const letters: Readonly<Record<string, Action>> = {
  KeyX: "crashHere",
  KeyW: "side",
  KeyR: "handler",
  KeyS: "scenario",
  KeyB: "blank",
  KeyT: "theme",
  KeyN: "notes",
  KeyL: "link",
  KeyF: "full",
};

type Pressed = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey">;

/** What a key means; null for a key of the browser. */
export function commandOf({ key, code, shiftKey, ctrlKey, altKey, metaKey }: Pressed): Command | null {
  if (ctrlKey || altKey || metaKey) return null;
  const by = shiftKey ? -1 : 1;
  switch (key) {
    case "ArrowRight":
    case "PageDown":
      return { action: shiftKey ? "crash" : "step", by: 1 };
    case "ArrowLeft":
    case "PageUp":
      return { action: shiftKey ? "crash" : "step", by: -1 };
    case "Home":
      return { action: "ends", by: -1 };
    case "End":
      return { action: "ends", by: 1 };
    case " ":
      return { action: "play", by: 1 };
    case ".":
      return { action: "blank", by: 1 };
    case "?":
      return { action: "help", by: 1 };
    case "Escape":
      return { action: "leave", by: 1 };
  }
  const action = letters[code];
  return action ? { action, by } : null;
}
