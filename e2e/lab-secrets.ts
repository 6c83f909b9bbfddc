import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LabScenario } from "@/lib/content/compiled";
import { leaksIn, type Secret } from "./secrets";

const compiled = join(process.cwd(), "generated", "content");

/** All scenarios of the lab as the server knows them. */
export function labScenarios(): LabScenario[] {
  const names = readdirSync(join(compiled, "lab")).filter((name) => name !== "index.json");
  return names.map((name) => JSON.parse(readFileSync(join(compiled, "lab", name), "utf8")) as LabScenario);
}

/** Scenarios that a lesson asks about: they hold answers. */
export function askedScenarios(): LabScenario[] {
  return labScenarios().filter(({ questions }) => questions.length > 0);
}

/**
 * What a scenario must not say while its questions are open, as far as it can be recognised by its words: the code and
 * the titles of repairs and tempting repairs, the names of the crash windows, the speaker notes, what traffic has shown.
 */
export function secretsOfScenario({ scenario, handlers, twins, traffic }: LabScenario): Secret[] {
  const isClosed = (name: string) => /^(?:fixed|tempting)(?:-|$)/.test(name);
  const sources = Object.entries(handlers).flatMap(([name, source]) => [source, ...(twins[name] ?? []).map((twin) => twin.source)].map((text) => ({ name, text })));
  const open = sources.flatMap(({ name, text }) => (isClosed(name) ? [] : text));
  const lines = sources
    .flatMap(({ name, text }) => (isClosed(name) ? text.split("\n") : []))
    .map((line) => line.trim())
    .filter((line) => line.length > 17 && !open.some((source) => source.includes(line)));
  const titles = scenario.handlers.flatMap(({ name, title }) => (isClosed(name) ? [title.ru, title.en] : []));
  const captions = scenario.captions.flatMap(({ words: { ru, en } }) => [ru, en]);
  const notes = scenario.notes ? [scenario.notes.ru, scenario.notes.en] : [];
  const rates = (traffic?.causes ?? []).map(({ result }) => `"rate":${result.during.rate}`);
  const kinds = { code: lines, title: titles, caption: captions, notes, traffic: rates };
  return Object.entries(kinds).flatMap(([where, texts]) => [...new Set(texts)].map((text) => ({ question: scenario.slug, where, text })));
}

/** Shapes that only the closed half of a scenario has. */
const shapes = [/"claims":\s*\[\s*\{/, /"captions":\s*\[\s*\{/, /"notes":\s*\{/, /"causes":\s*\[/];

/** What a page or its data gives away of a scenario, in the words of a test report; empty when nothing. */
export function leaksOfScenario(text: string, lab: LabScenario): string[] {
  const unescaped = text.replaceAll("&quot;", '"').replace(/\\+"/g, '"');
  const found = shapes.filter((shape) => shape.test(unescaped)).map((shape) => `data of the shape ${shape.source}`);
  return [...leaksIn(text, secretsOfScenario(lab), "script"), ...found];
}
