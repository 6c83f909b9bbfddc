import type { Snippet, SnippetTab } from "../compiled";
import type { ContentFiles } from "../files";
import type { Report } from "../problem";
import type { CodeScan } from "./scan";
import { withinStack } from "../nesting";
import { readSource } from "../source-text";
import { scanMetric } from "./metric";
import { scanPython } from "./python";
import { codeLines } from "./scan";
import { scanSql } from "./sql";
import { checkTwin } from "./twins";
import { scanTypeScript } from "./typescript";

/** Files of a snippet in the order of its tabs. The first one is what the simulator executes. */
const tabs = [
  { extension: "ts", language: "typescript", runs: true },
  { extension: "py", language: "python", runs: false },
  { extension: "sql", language: "sql", runs: false },
  { extension: "txt", language: "metric", runs: false },
] as const;

/** Reads the files of a snippet. Null when there are none. `id` names a folder and, unless it is `given`, a handler. */
export function readSnippet(id: string, files: ContentFiles, report: Report): Snippet | null {
  const [slug = "", handler = "given"] = id.split("/");
  let original: { file: string; scan: CodeScan } | null = null;
  const read: SnippetTab[] = [];
  for (const { extension, language, runs } of tabs) {
    const name = language === "metric" ? "metric" : handler;
    const source = readSource(files, `scenarios/${slug}/handlers/${name}.${extension}`, report);
    if (!source || (language === "metric" && handler !== "given")) continue;
    const { file, text } = source;
    const scan = withinStack({ file, line: 1, column: 1 }, report, () => scanCode(language, text, file, report));
    if (!scan) continue;
    if (language !== "metric" && scan.steps.length === 0)
      report.add("code-without-steps", { file, line: 1, column: 1 }, {});
    if (language === "typescript") original = { file, scan };
    else if (original && language !== "metric") checkTwin(original, { file, scan, language, text }, report);
    read.push({ language, file, runs, source: text, lines: codeLines(text, scan) });
  }
  return read.length === 0 ? null : { id, tabs: read };
}

function scanCode(language: SnippetTab["language"], text: string, file: string, report: Report): CodeScan {
  switch (language) {
    case "typescript":
      return scanTypeScript(text, file, report);
    case "python":
      return scanPython(text);
    case "sql":
      return scanSql(text);
    case "metric":
      return scanMetric(text);
  }
}

/** What a question about the snippet depends on: the code that runs, or all of it where nothing runs. */
export function executedSource(snippet: Snippet): string {
  const runs = snippet.tabs.filter((tab) => tab.runs);
  return (runs.length ? runs : snippet.tabs).map((tab) => tab.source.replace(/[ \t]+$/gm, "").trim()).join("\n");
}
