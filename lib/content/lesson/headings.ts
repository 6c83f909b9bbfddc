import type { Heading } from "mdast";
import type { Report } from "../problem";
import { slugPattern } from "../fields";
import { plainText } from "../flat-text";
import { placeOfNode } from "./markdown";

export interface NamedHeading {
  id: string;
  title: string;
}

const anchor = /\s*\[#([^\]]*)\]\s*$/;

/**
 * Takes the anchor off `## Text [#anchor-id]`. The id is written, never made from the words: both languages share it,
 * and a better heading breaks no link. Null when it is missing or no id.
 */
export function readHeading(node: Heading, file: string, report: Report): NamedHeading | null {
  const last = node.children.at(-1);
  const found = last?.type === "text" ? anchor.exec(last.value) : null;
  const id = found?.[1] ?? "";
  if (last?.type === "text") last.value = last.value.replace(anchor, "");
  const title = plainText(node).trim();
  if (!slugPattern.test(id) || id.length > 80) {
    report.add("heading-without-id", placeOfNode(node, file), { heading: title });
    return null;
  }
  if (title === "") {
    report.add("heading-empty", placeOfNode(node, file), {});
    return null;
  }
  node.data = { ...node.data, hProperties: { id } };
  return { id, title };
}
