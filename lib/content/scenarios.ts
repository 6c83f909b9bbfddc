import { loadScenario } from "@/lib/simulator/scenario/load";
import type { Scenario } from "@/lib/simulator/scenario/scenario";
import { readDocument } from "@/lib/simulator/scenario/yaml-document";
import type { ContentFiles } from "./files";
import type { Place, Report } from "./problem";
import { parseSql } from "./engine";
import { readSource } from "./source-text";

/** A scenario that can run, and the sources of its handlers by name. */
export interface ReadScenario {
  scenario: Scenario;
  handlers: Readonly<Record<string, string>>;
  /** Where each claim of the scenario stands. */
  claimPlaces: readonly Place[];
}

const read = new WeakMap<ContentFiles, Map<string, ReadScenario | null>>();

/** Reads a scenario, or reports why it cannot run and returns null. One without its file is null without a report. */
export function readScenario(slug: string, files: ContentFiles, report: Report): ReadScenario | null {
  const known = read.get(files) ?? new Map<string, ReadScenario | null>();
  read.set(files, known);
  const scenario = known.has(slug) ? (known.get(slug) ?? null) : load(slug, files, report);
  known.set(slug, scenario);
  return scenario;
}

/** Checks every scenario that has its file. */
export function checkScenarios(files: ContentFiles, report: Report): void {
  for (const slug of files.folders("scenarios")) readScenario(slug, files, report);
}

function load(slug: string, files: ContentFiles, report: Report): ReadScenario | null {
  const source = readSource(files, `scenarios/${slug}/scenario.yaml`, report);
  if (!source) return null;
  const handlers: Record<string, string> = {};
  const loaded = loadScenario({
    slug,
    file: source.file,
    text: source.text,
    parseSql,
    readHandler(name) {
      const handler = readSource(files, `scenarios/${slug}/handlers/${name}.ts`, report);
      if (handler) handlers[name] = handler.text;
      return handler?.text ?? null;
    },
  });
  if ("scenario" in loaded) {
    const { scenario } = loaded;
    checkOtherScenarios(scenario, source, files, report);
    return { scenario, handlers, claimPlaces: placesOf(source.text, source.file, scenario.claims.length) };
  }
  for (const { file, line, column, what, fix } of loaded.problems) report.add("scenario-invalid", { file, line, column }, { what, fix });
  return null;
}

/** A change that leads to another scenario needs that scenario. */
function checkOtherScenarios({ whatIf }: Scenario, { text, file }: { text: string; file: string }, files: ContentFiles, report: Report): void {
  const slugs = files.folders("scenarios");
  const read = readDocument(text);
  whatIf.forEach((change, index) => {
    if (!("scenario" in change) || slugs.includes(change.scenario) || "error" in read) return;
    const complaint = { what: `there is no scenario \`${change.scenario}\``, fix: "name a folder of content/scenarios" };
    report.add("scenario-invalid", { file, ...read.document.placeOf(["whatIf", index, "scenario"]) }, complaint);
  });
}

function placesOf(text: string, file: string, claims: number): Place[] {
  const read = readDocument(text);
  if ("error" in read) return [];
  return Array.from({ length: claims }, (_, index) => ({ file, ...read.document.placeOf(["claims", index]) }));
}
