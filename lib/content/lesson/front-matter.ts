import type { Locale } from "@/lib/locale";
import type { Root } from "mdast";
import { z } from "zod";
import type { Report } from "../problem";
import type { YamlSource } from "../yaml-source";
import { fields, readFields, text } from "../fields";
import { reportNumbers } from "../numbers";
import { readYaml } from "../yaml-source";

/** Hints of the front matter; each is proved by a fixture. */
export const frontMatterHints = {
  front: "write title, gist and description, each as text",
  title: 'write "title:" with the name of the lesson',
  gist: 'write "gist:" with one or two sentences under the title',
  description: 'write "description:" with one or two sentences for search engines',
  source: 'write "source: ru@0000000"; the next check prints the hash to put in',
} as const;

const words = {
  title: text(frontMatterHints.title),
  gist: text(frontMatterHints.gist),
  description: text(frontMatterHints.description),
};
const schemas = {
  ru: fields(words, frontMatterHints.front),
  en: fields(
    {
      ...words,
      source: z
        .string({ error: frontMatterHints.source })
        .regex(/^ru@[0-9a-f]{7,64}$/, { error: frontMatterHints.source }),
    },
    frontMatterHints.front,
  ),
};

export interface FrontMatter {
  title: string;
  gist: string;
  description: string;
  /** `ru@<hash>` of the Russian text that a translation was made from; null in Russian. */
  source: string | null;
  yaml: YamlSource;
}

/** Reads what stands between the first two `---` lines. Null when it is missing or wrong. */
export function readFrontMatter(
  tree: Root,
  at: { file: string; locale: Locale; nouns: readonly string[] },
  report: Report,
): FrontMatter | null {
  const whole = { file: at.file, line: 1, column: 1 };
  const node = tree.children[0];
  if (node?.type !== "yaml") {
    report.add("front-matter-missing", whole, {});
    return null;
  }
  const yaml = readYaml(node.value, { file: at.file, firstLine: 2, whole }, report);
  const front = yaml && readFields(schemas[at.locale], yaml, null, report);
  if (!front) return null;
  for (const field of ["gist", "description"] as const)
    reportNumbers(front[field], at, (offset) => yaml.textPlace([field], { line: 1, column: offset + 1 }), report);
  return { ...front, source: "source" in front ? front.source : null, yaml };
}
