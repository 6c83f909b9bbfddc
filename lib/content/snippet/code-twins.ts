import type { CodeTwin } from "../compiled";
import type { ContentFiles } from "../files";
import { Report } from "../problem";
import { readSource } from "../source-text";
import { scanPython } from "./python";
import type { CodeScan } from "./scan";
import { scanSql } from "./sql";
import { shownSteps } from "./twins";
import { scanTypeScript } from "./typescript";

const languages = [
  { language: "python", extension: "py", scan: scanPython },
  { language: "sql", extension: "sql", scan: scanSql },
] as const;

/**
 * The twins of a handler, each with the lines of its calls. A twin that takes other steps is left out: that is reported
 * where snippets are checked.
 */
export function readTwins(slug: string, handler: string, files: ContentFiles): CodeTwin[] {
  const place = `scenarios/${slug}/handlers/${handler}`;
  const unread = new Report();
  const original = readSource(files, `${place}.ts`, unread);
  if (!original) return [];
  const calls = scanTypeScript(original.text, original.file, unread);
  return languages.flatMap(({ language, extension, scan }): CodeTwin[] => {
    const twin = readSource(files, `${place}.${extension}`, unread);
    const lines = twin && linesByCall(calls, scan(twin.text), language);
    return lines ? [{ language, source: twin.text, lines }] : [];
  });
}

/** Line of the handler to line of the twin, call by call; null where the calls differ. */
function linesByCall(original: CodeScan, twin: CodeScan, language: CodeTwin["language"]): CodeTwin["lines"] | null {
  const [theirs, ours] = [shownSteps(original, language), shownSteps(twin, language)];
  const isSame = theirs.length === ours.length && theirs.every(({ name }, index) => name === ours[index]?.name);
  return isSame ? Object.fromEntries(theirs.map(({ line }, index) => [line, ours[index]?.line ?? line])) : null;
}
