import ts from "typescript";
import { expect, test } from "vitest";
import { documentedPorts, portTypes } from "./port-types";
import { russianPortDocs } from "@/lib/simulator/words/port-docs";

/** Name, type and documentation of everything that a file declares. */
function declarations(text: string) {
  const file = ts.createSourceFile("ports.d.ts", text, ts.ScriptTarget.ESNext, true);
  const found: { text: string; docs: string }[] = [];
  const visit = (node: ts.Node): void => {
    const docs = ts.getJSDocCommentsAndTags(node).map((doc) => doc.getText(file)).join("\n");
    if (docs) found.push({ text: node.getText(file).replace(/\/\*\*[\s\S]*?\*\//g, "").replace(/\s+/g, " "), docs });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test("everything that is documented in English is documented in Russian, and nothing else", () => {
  expect(documentedPorts().sort()).toEqual(Object.keys(russianPortDocs).sort());
});

test("the types are the same in both languages, only what is said about them differs", () => {
  const [english, russian] = [declarations(portTypes("en")), declarations(portTypes("ru"))];
  expect(english.length).toBeGreaterThan(40);
  expect(russian.map(({ text }) => text)).toEqual(english.map(({ text }) => text));
  for (const { docs } of russian) expect(docs).toMatch(/[а-яё]{3}/i);
  for (const { docs } of english) expect(docs).not.toMatch(/[а-яё]/i);
});
