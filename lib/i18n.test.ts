import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { expect, test } from "vitest";
import en from "@/content/messages/en.json";
import ru from "@/content/messages/ru.json";
import { translator } from "@/lib/i18n";

type Tree = { [key: string]: string | Tree };

function flat(tree: Tree, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );
}

function everyElement(elements: MessageFormatElement[]): MessageFormatElement[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return [element, ...everyElement(element.children)];
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [element];
    return [element, ...Object.values(element.options).flatMap((option) => everyElement(option.value))];
  });
}

/** Names with what they stand for. A number may be plain in one language and choose a form in the other. */
function placeholders(message: string): string[] {
  const names = everyElement(parse(message))
    .filter((element) => element.type !== TYPE.literal && element.type !== TYPE.pound)
    .map((element) => {
      if (element.type === TYPE.tag) return `<${element.value}>`;
      return element.type === TYPE.select ? `choice ${element.value}` : element.value;
    });
  return [...new Set(names)].toSorted();
}

const russian = new Map(flat(ru));
const english = new Map(flat(en));

test("every message exists in both languages", () => {
  expect([...english.keys()].toSorted()).toEqual([...russian.keys()].toSorted());
});

test("no message is empty", () => {
  expect([...russian, ...english].filter(([, message]) => message.trim() === "")).toEqual([]);
});

test.each([...russian])("%s takes the same values in both languages", (key, message) => {
  expect(placeholders(english.get(key) ?? "")).toEqual(placeholders(message));
});

test("Russian plurals know one, few and many", () => {
  const incomplete = [...russian].flatMap(([key, message]) =>
    everyElement(parse(message))
      .filter((element) => element.type === TYPE.plural)
      .filter((plural) => ["one", "few", "many", "other"].some((form) => !(form in plural.options)))
      .map(() => key),
  );
  expect(incomplete).toEqual([]);
});

test("a number chooses the Russian form", () => {
  const t = translator("ru");
  expect([1, 2, 5, 11, 21, 22, 112].map((count) => t("map.cases", { count }))).toEqual([
    "1 случай",
    "2 случая",
    "5 случаев",
    "11 случаев",
    "21 случай",
    "22 случая",
    "112 случаев",
  ]);
});
