import { expect, test } from "vitest";
import { actions, commandOf } from "@/components/present/present-keys";

const plain = { code: "", shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

test("arrows step, and with shift they move the crash", () => {
  expect(commandOf({ ...plain, key: "ArrowRight" })).toEqual({ action: "step", by: 1 });
  expect(commandOf({ ...plain, key: "ArrowLeft", shiftKey: true })).toEqual({ action: "crash", by: -1 });
  // What a presenter holds in the hand sends pages.
  expect(commandOf({ ...plain, key: "PageUp" })).toEqual({ action: "step", by: -1 });
});

test("letters are keys by their place: they work under a Russian layout", () => {
  expect(commandOf({ ...plain, key: "и", code: "KeyB" })?.action).toBe("blank");
  expect(commandOf({ ...plain, key: "К", code: "KeyR", shiftKey: true })).toEqual({ action: "handler", by: -1 });
});

test("keys of the browser stay the browser's", () => {
  for (const modifier of ["ctrlKey", "altKey", "metaKey"]) expect(commandOf({ ...plain, key: "r", code: "KeyR", [modifier]: true })).toBeNull();
  expect(commandOf({ ...plain, key: "Tab", code: "Tab" })).toBeNull();
});

test("every action has a key that means it", () => {
  const codeOf = (key: string) => (/^[A-Z]$/.test(key) ? `Key${key}` : key);
  const named: Record<string, string> = { "←": "ArrowLeft", "→": "ArrowRight", Space: " ", Esc: "Escape" };
  for (const { action, keys } of actions) {
    const shiftKey = keys.includes("⇧");
    for (const key of keys.filter((one) => one !== "⇧")) {
      expect(commandOf({ ...plain, key: named[key] ?? key, code: codeOf(key), shiftKey })?.action, key).toBe(action);
    }
  }
});
