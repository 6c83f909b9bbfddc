import { readFileSync } from "node:fs";
import { russianPortDocs } from "@/lib/simulator/words/port-docs";
import type { Locale } from "@/lib/locale";

const file = new URL("../simulator/ports.ts", import.meta.url);

/** A comment with the line of the declaration under it. */
const documented = /^( *)\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n( *(?:export |readonly )*(?:(interface|type) )?(\w+)[^\n]*)/gm;

/** The types of the ports for the editor, with their documentation in the reader's language. */
export function portTypes(locale: Locale): string {
  const source = withoutHead(readFileSync(file, "utf8"));
  return locale === "en" ? source : inRussian(source, russianPortDocs);
}

/** Names of the declarations that have a comment, as the keys of the translated texts. */
export function documentedPorts(): string[] {
  return [...named(withoutHead(readFileSync(file, "utf8")))].map(({ name }) => name);
}

/** What the file says about itself is for its readers. */
function withoutHead(source: string): string {
  return source.slice(source.indexOf("*/\n") + 3);
}

function* named(source: string): Generator<{ name: string; indent: string; declaration: string; match: RegExpExecArray }> {
  for (const match of source.matchAll(documented)) {
    const [, indent = "", declaration = "", kind, own = ""] = match;
    const before = source.slice(0, match.index);
    const owner = /(?:interface|type) (\w+)/.exec(before.slice(before.lastIndexOf("\nexport ")))?.[1] ?? "";
    yield { name: kind ? own : `${owner}.${own}`, indent, declaration, match };
  }
}

function inRussian(source: string, texts: Readonly<Record<string, string>>): string {
  let result = "";
  let from = 0;
  for (const { name, indent, declaration, match } of named(source)) {
    const lines = (texts[name] ?? "").split("\n").map((line) => `${indent} * ${line}\n`);
    result += `${source.slice(from, match.index)}${indent}/**\n${lines.join("")}${indent} */\n${declaration}`;
    from = match.index + match[0].length;
  }
  return result + source.slice(from);
}
