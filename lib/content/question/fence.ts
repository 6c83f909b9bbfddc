import type { Code } from "mdast";
import type { Place, Report } from "../problem";
import type { YamlSource } from "../yaml-source";
import { slugPattern, snippetPattern } from "../fields";
import { placeOfNode } from "../lesson/markdown";
import { readYaml } from "../yaml-source";

/** A fenced `predict` block before its fields are understood. */
export interface QuestionBlock {
  /** Also the anchor on the page. */
  id: string;
  snippet: string;
  asks: "outcome" | "repair";
  place: Place;
  /** Null when the YAML cannot be read. */
  yaml: YamlSource | null;
}

const examples = { id: "race-on-rebalance", snippet: "select-then-act", asks: "outcome" };
type AttributeName = keyof typeof examples;

/** Reads the first line of a block and its YAML. Null when it does not say which question it is. */
export function readFence(node: Code, file: string, report: Report): QuestionBlock | null {
  const place = placeOfNode(node, file);
  const attributes = readAttributes(node.meta ?? "", place, report);
  const { id, snippet, asks } = attributes;
  if (id === undefined || snippet === undefined || asks === undefined) return null;
  const yaml = readYaml(node.value, { file, firstLine: place.line + 1, whole: place }, report);
  return { id, snippet, asks: asks === "repair" ? "repair" : "outcome", place, yaml };
}

function readAttributes(meta: string, place: Place, report: Report): Partial<Record<AttributeName, string>> {
  const read: Partial<Record<AttributeName, string>> = {};
  for (const word of meta.split(/\s+/).filter(Boolean)) {
    const [, name = "", value = ""] = /^([^=]*)=(.*)$/.exec(word) ?? [];
    if (!isAttributeName(name) || read[name] !== undefined) {
      report.add("question-attribute-unknown", place, { attribute: word.slice(0, 40) });
      continue;
    }
    read[name] = value;
  }
  for (const name of Object.keys(examples).filter(isAttributeName)) {
    const value = read[name];
    if (value === undefined)
      report.add("question-attribute-missing", place, { attribute: name, example: examples[name] });
    else if (!isValid(name, value)) {
      delete read[name];
      const expected =
        name === "asks"
          ? "write asks=outcome or asks=repair"
          : `write ${name}= with lowercase words joined by dashes, for instance ${examples[name]}`;
      report.add("question-attribute-invalid", place, { attribute: name, value: value.slice(0, 40), expected });
    }
  }
  return read;
}

function isAttributeName(name: string): name is AttributeName {
  return Object.hasOwn(examples, name);
}

function isValid(name: AttributeName, value: string): boolean {
  if (name === "asks") return value === "outcome" || value === "repair";
  return (name === "snippet" ? snippetPattern : slugPattern).test(value);
}
