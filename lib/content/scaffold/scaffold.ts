import type { ContentFiles } from "../files";
import { slugPattern } from "../fields";
import { Report } from "../problem";
import { codeOf } from "../question/places";
import { questionKinds } from "../question/schema";
import { readSnippet } from "../snippet/snippet";
import { withLesson } from "./course-entry";
import { endOfSection, insertBlock } from "./insert-question";
import { knownClaim } from "./known-claim";
import { lessonFiles, markOf } from "./lesson";
import { framesOfKinds } from "./question-kinds";
import { questionBlocks, type KnownClaim } from "./question";
import { scenarioFiles } from "./scenario";

export const scaffoldKinds = ["lesson", "case", "question", "scenario"] as const;
export type ScaffoldKind = (typeof scaffoldKinds)[number];

/** What to scaffold. `scenario`: whose handlers a lesson or case shows; `lesson`, `section`: where a question goes. */
export interface ScaffoldRequest {
  kind: ScaffoldKind;
  slug: string;
  scenario?: string | undefined;
  lesson?: string | undefined;
  section?: string | undefined;
  /** Kind of the question; one choice where none is named. */
  asks?: string | undefined;
}

/** Files to write, by their path below `content/`. */
export interface Scaffold {
  create: ReadonlyMap<string, string>;
  /** Existing files, with their text as it was and as it shall be: something is added, nothing is taken away. */
  extend: ReadonlyMap<string, { from: string; to: string }>;
  scenario: string | null;
  lesson: string | null;
}

/** A request that cannot be met; the message is one sentence. */
export class ScaffoldRefused extends Error {}

/**
 * What a scaffold consists of. Nothing is written here, and no file that exists is replaced.
 * @throws ScaffoldRefused
 */
export function planScaffold(request: ScaffoldRequest, files: ContentFiles): Scaffold {
  for (const name of [request.slug, request.scenario, request.lesson, request.section])
    if (name !== undefined && !slugPattern.test(name))
      throw new ScaffoldRefused(`"${name}" is no slug: use lower-case letters and digits, joined by hyphens.`);
  switch (request.kind) {
    case "scenario":
      return { create: newScenario(request.slug, files), extend: new Map(), scenario: request.slug, lesson: null };
    case "lesson":
      return newLesson(request, files);
    case "case":
      return newCase(request, files);
    case "question":
      return newQuestion(request, files);
  }
}

function newScenario(slug: string, files: ContentFiles): Map<string, string> {
  const created = scenarioFiles(slug);
  refuseExisting(created.keys(), files);
  return created;
}

function newLesson({ slug, scenario }: ScaffoldRequest, files: ContentFiles): Scaffold {
  if (scenario !== undefined) textOf(`scenarios/${scenario}/scenario.yaml`, files);
  const create = lessonFiles({ slug, scenario: scenario ?? null, questions: null });
  refuseExisting(create.keys(), files);
  return { create, extend: listed(slug, files), scenario: scenario ?? null, lesson: slug };
}

/** A short lesson about one incident: a snippet, a question that its scenario proves, and the scenario itself. */
function newCase({ slug, scenario = slug }: ScaffoldRequest, files: ContentFiles): Scaffold {
  const isKnown = scenario !== slug;
  const ownFiles = isKnown ? new Map<string, string>() : newScenario(slug, files);
  const file = `scenarios/${scenario}/scenario.yaml`;
  const claim = claimOf(scenario, ownFiles.get(file) ?? textOf(file, files));
  const question = `${slug}-worst-case`;
  refuseKnownQuestion(question, files);
  const lesson = lessonFiles({ slug, scenario, questions: questionBlocks(question, scenario, claim) });
  refuseExisting(lesson.keys(), files);
  return { create: new Map([...ownFiles, ...lesson]), extend: listed(slug, files), scenario, lesson: slug };
}

function newQuestion({ slug, lesson, section, asks = "choice" }: ScaffoldRequest, files: ContentFiles): Scaffold {
  const kind = questionKinds.find((candidate) => candidate === asks);
  if (!kind) throw new ScaffoldRefused(`"${asks}" is no kind of question: --kind ${questionKinds.join(", ")}.`);
  if (lesson === undefined || section === undefined)
    throw new ScaffoldRefused("Say where the question goes: --lesson <slug> --section <anchor>.");
  refuseKnownQuestion(slug, files);
  const [ruFile, enFile] = [`lessons/${lesson}/ru.mdx`, `lessons/${lesson}/en.mdx`];
  const [ru, en] = [textOf(ruFile, files), textOf(enFile, files)];
  const [inRu, inEn] = [placeIn(ruFile, ru, section), placeIn(enFile, en, section)];
  const claim = claimOf(inRu.snippet, textOf(`scenarios/${inRu.snippet}/scenario.yaml`, files));
  const blocks = framesOfKinds[kind]({ id: slug, snippet: inRu.snippet, claim, gaps: gapsOf(inRu.snippet, files) });
  const newRu = insertBlock(ru, inRu.offset, blocks.ru);
  // A translation that was up to date is so afterwards: both languages have got the same.
  const newEn = insertBlock(en, inEn.offset, blocks.en).replace(`source: ${markOf(ru)}`, `source: ${markOf(newRu)}`);
  const extend = new Map([
    [ruFile, { from: ru, to: newRu }],
    [enFile, { from: en, to: newEn }],
  ]);
  return { create: new Map(), extend, scenario: inRu.snippet, lesson };
}

/** Lines that a crash can come before. */
function gapsOf(snippet: string, files: ContentFiles): number[] {
  const read = readSnippet(snippet, files, new Report());
  return read ? codeOf(read).flatMap(({ number, gapBefore }) => (gapBefore ? number : [])) : [];
}

function listed(slug: string, files: ContentFiles): Scaffold["extend"] {
  const course = textOf("course.yaml", files);
  const extended = withLesson(course, slug);
  if (extended === null)
    throw new ScaffoldRefused(`content/course.yaml has no list "lessons:" to add ${slug} to: correct it first.`);
  return extended === course ? new Map() : new Map([["course.yaml", { from: course, to: extended }]]);
}

function claimOf(scenario: string, text: string): KnownClaim {
  const claim = knownClaim(scenario, text);
  if (claim) return claim;
  throw new ScaffoldRefused(
    `content/scenarios/${scenario}/scenario.yaml claims no worst case of its handler given: add a claim with effect and max.`,
  );
}

function placeIn(file: string, text: string, section: string): { offset: number; snippet: string } {
  const place = endOfSection(text, section);
  if ("refusal" in place) throw new ScaffoldRefused(`content/${file} ${place.refusal}.`);
  return place;
}

function textOf(file: string, files: ContentFiles): string {
  const bytes = files.read(file);
  if (!bytes) throw new ScaffoldRefused(`There is no file content/${file}.`);
  return new TextDecoder().decode(bytes);
}

function refuseExisting(paths: Iterable<string>, files: ContentFiles): void {
  for (const path of paths)
    if (files.read(path)) throw new ScaffoldRefused(`content/${path} exists already: choose another slug, or edit it.`);
}

/** Learners' records name questions, so that an id is used once in the whole course. */
function refuseKnownQuestion(id: string, files: ContentFiles): void {
  for (const lesson of files.folders("lessons")) {
    const bytes = files.read(`lessons/${lesson}/ru.mdx`);
    if (bytes && new RegExp(`^\`\`\`predict .*\\bid=${id}(?![\\w-])`, "m").test(new TextDecoder().decode(bytes)))
      throw new ScaffoldRefused(`The lesson ${lesson} has a question ${id} already: choose another slug.`);
  }
}
