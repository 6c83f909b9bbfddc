import type { Locale } from "@/lib/locale";
import type { Frames } from "@/lib/simulator/run/frame";
import type { CodeLine, Rich, Snippet } from "../compiled";
import type { Report } from "../problem";
import type { YamlSource } from "../yaml-source";
import type { SourceFields } from "./schema";

/** The code in which places are picked: the file that runs. */
export function codeOf(snippet: Snippet): readonly CodeLine[] {
  return (snippet.tabs.find(({ runs }) => runs) ?? snippet.tabs[0])?.lines ?? [];
}

/** Checks that each option points to a place of the code, each to another one, and that no gap is left out. */
export function checkPlaces(
  { places, options }: SourceFields<"place">,
  at: { question: string; yaml: YamlSource; snippet: Snippet; report: Report },
): void {
  const { question, yaml, report } = at;
  const code = codeOf(at.snippet);
  const possible = code.filter((line) => (places === "gaps" ? line.gapBefore : line.segments.length > 0));
  const numbers = possible.map(({ number }) => number);
  options.forEach(({ id, line }, index) => {
    const place = yaml.place(["options", index, "line"]);
    if (!numbers.includes(line))
      report.add("place-not-in-snippet", place, { question, option: id, what: places === "gaps" ? "gap" : "code" });
    if (options.findIndex((other) => other.line === line) < index)
      report.add("place-twice", place, { question, option: id, line });
  });
  if (places === "lines") return;
  for (const line of numbers)
    if (!options.some((option) => option.line === line))
      report.add("place-missing", yaml.keyPlace(["options"]), { question, line });
}

/** How a place is called in rows, in feedback and by screen readers: its line, and the code that stands there. */
export function placeText(places: "gaps" | "lines", line: number, snippet: Snippet, locale: Locale): Rich {
  const code = codeOf(snippet).find(({ number }) => number === line);
  const text = code?.segments.map((segment) => segment.text).join("").trim() ?? "";
  if (text === "") return [locale === "ru" ? "Зазор после последней строки" : "The gap after the last line"];
  const name = {
    gaps: { ru: `Зазор перед строкой ${line}`, en: `The gap before line ${line}` },
    lines: { ru: `Строка ${line}`, en: `Line ${line}` },
  }[places][locale];
  return [`${name}: `, { tag: "code", children: [text] }];
}

/**
 * The gap in which a run first crashes: the line that it is before, null when nothing crashes. Calls of one statement
 * share the gap before it; the end of a loop's round is the gap after its last call.
 */
export function crashGap({ frames }: Frames, snippet: Snippet): number | null {
  const index = frames.findIndex(({ kind, choice }) => kind === "fault" && choice.endsWith("-crash"));
  const crash = frames[index];
  if (!crash) return null;
  const gaps = codeOf(snippet).flatMap(({ number, gapBefore }) => (gapBefore ? number : []));
  const [waits] = frames[index - 1]?.lines[crash.choice.replace(/-crash$/, "")] ?? [];
  const done = frames.slice(0, index).findLast(({ line }) => line !== null)?.line ?? 0;
  const isNextRound = waits !== undefined && waits === gaps[0] && done > waits;
  return (waits === undefined || isNextRound ? gaps.at(-1) : gaps.findLast((gap) => gap <= waits)) ?? null;
}
