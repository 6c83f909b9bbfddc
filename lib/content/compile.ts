import type { Course, CourseLesson, LabIndex, LabScenario } from "./compiled";
import type { CompiledLesson, CourseContext } from "./compile-lesson";
import type { CourseEntry } from "./course-file";
import type { ContentFiles } from "./files";
import type { ReadGlossary } from "./glossary/glossary-file";
import type { Frames } from "@/lib/simulator/run/frame";
import { framesOf, startRun } from "@/lib/simulator/run/run";
import { createSimulation } from "@/lib/simulator/run/simulation";
import { ClaimResults } from "./claims/results";
import { engineSetup } from "./claims/setup";
import { ClaimValues } from "./claims/values";
import { compileLesson } from "./compile-lesson";
import { readCourseFile, readSourceFile } from "./course-file";
import { nativeExecutor, parseSql } from "./engine";
import { readGlossary } from "./glossary/glossary-file";
import { withinStack } from "./nesting";
import { Report } from "./problem";
import { readTwins } from "./snippet/code-twins";
import { checkScenarios, readScenario, type ReadScenario } from "./scenarios";
import { shownTraffic } from "./traffic";

export interface Compilation {
  report: Report;
  /** Written lessons and questions, for the closing line. */
  lessons: number;
  questions: number;
  /** Numbers in the texts that no simulator run backs yet. */
  unresolved: number;
  /** What to write below `generated/content`: path to JSON text. Null when there is a problem. */
  output: Map<string, string> | null;
}

/**
 * Reads all content, checks it and splits what is public from what is secret. Never throws on bad content: everything
 * that is wrong is in the report. The same content gives the same bytes. Of the claims only those are executed whose
 * numbers a page shows; the others by `proveClaims`.
 */
export function compileContent(
  files: ContentFiles,
  results = new ClaimResults(),
  report = new Report(),
): Compilation {
  const values = new ClaimValues(files, report, results);
  const course = readCourseFile(files, report);
  const effects = course?.effects ?? { ru: [], en: [] };
  const sources = readSourceFile(files, report);
  const glossary = readGlossary({ files, report, nouns: effects, sources, claimText: (...claim) => values.textOf(...claim) });
  const context: CourseContext = {
    files,
    report,
    effects,
    sources,
    glossary,
    before: lessonsBefore(course?.lessons ?? []),
    sections: new Map(),
    values,
    results,
    questionIds: new Map(),
  };
  checkScenarios(files, report);
  const folders = files.folders("lessons");
  const output = new Map<string, string>();
  const lessons: CourseLesson[] = [];
  /** By scenario: the questions that it answers. */
  const asked = new Map<string, string[]>();
  for (const { slug, level, title } of course?.lessons ?? []) {
    if (lessons.some((lesson) => lesson.slug === slug)) continue;
    const written = folders.includes(slug);
    const place = { file: `lessons/${slug}/ru.mdx`, line: 1, column: 1 };
    const lesson = written ? withinStack(place, report, () => writtenLesson(slug, context, output)) : null;
    for (const [question, scenarios] of lesson?.scenarios ?? [])
      for (const scenario of scenarios) asked.set(scenario, [...(asked.get(scenario) ?? []), question]);
    lessons.push({
      slug,
      level,
      title,
      written,
      minutes: lesson?.minutes ?? null,
      questions: lesson?.questions ?? [],
    });
  }
  if (course)
    for (const slug of folders.filter((folder) => !course.lessons.some((lesson) => lesson.slug === folder)))
      report.add("lesson-folder-unlisted", { file: `lessons/${slug}`, line: 1, column: 1 }, { slug });
  if (glossary) {
    if (course) checkExplained(glossary, course.lessons, context);
    output.set("public/glossary.json", json(glossary.glossary));
  }
  output.set("public/course.json", json({ lessons } satisfies Course));
  writeLab(files, report, asked, output);
  return {
    report,
    lessons: lessons.filter(({ written }) => written).length,
    questions: context.questionIds.size,
    unresolved: values.unresolved,
    output: report.clean ? output : null,
  };
}

/** By lesson: all lessons that its own `after`, and theirs in turn, name. */
function lessonsBefore(lessons: readonly CourseEntry[]): Map<string, string[]> {
  const before = new Map<string, string[]>();
  for (const { slug, after } of lessons)
    before.set(slug, [...new Set(after.flatMap((lesson) => [lesson, ...(before.get(lesson) ?? [])]))]);
  return before;
}

/** Every term that names a place where it is explained names one that exists; lessons in preparation have no sections yet. */
function checkExplained({ explanations }: ReadGlossary, lessons: readonly CourseEntry[], { sections, report }: CourseContext): void {
  for (const { term, explained, place } of explanations) {
    const [lesson = "", section = ""] = explained.split("#");
    const known = sections.get(lesson);
    if (!lessons.some(({ slug }) => slug === lesson) || (known && !known.includes(section)))
      report.add("glossary-place-unknown", place, { term, explained });
  }
}

/** Compiles a lesson into `output`; what the course says about it, or null when it has problems. */
function writtenLesson(
  slug: string,
  context: CourseContext,
  output: Map<string, string>,
): (CompiledLesson["entry"] & Pick<CompiledLesson, "scenarios">) | null {
  const lesson = compileLesson(slug, context);
  if (!lesson) return null;
  output.set(`public/${slug}.ru.json`, json(lesson.public.ru));
  output.set(`public/${slug}.en.json`, json(lesson.public.en));
  output.set(`secret/${slug}.json`, json(lesson.secret));
  return { ...lesson.entry, scenarios: lesson.scenarios };
}

/** Every scenario with its handlers, for the lab: the server decides which of them a reader may see. */
function writeLab(
  files: ContentFiles,
  report: Report,
  asked: ReadonlyMap<string, readonly string[]>,
  output: Map<string, string>,
): void {
  const slugs: string[] = [];
  for (const slug of files.folders("scenarios")) {
    const read = readScenario(slug, files, report);
    if (!read) continue;
    slugs.push(slug);
    const { scenario, handlers } = read;
    const traffic = shownTraffic(read, files);
    if (scenario.traffic && !traffic) report.add("traffic-not-recorded", { file: `scenarios/${slug}/scenario.yaml`, line: 1, column: 1 }, {});
    const starts = Object.fromEntries(scenario.handlers.map(({ name }) => [name, startOf(read, name)]));
    const twins = twinsOf(slug, Object.keys(handlers), files);
    const questions = asked.get(slug) ?? [];
    output.set(`lab/${slug}.json`, json({ scenario, handlers, twins, starts, questions, traffic } satisfies LabScenario));
  }
  output.set("lab/index.json", json({ slugs } satisfies LabIndex));
}

function twinsOf(slug: string, handlers: readonly string[], files: ContentFiles): LabScenario["twins"] {
  const all = handlers.map((name) => [name, readTwins(slug, name, files)] as const);
  return Object.fromEntries(all.filter(([, twins]) => twins.length > 0));
}

/** The run of a handler before its first step. */
function startOf(read: ReadScenario, name: string): Frames {
  const setup = engineSetup(read, name, read.scenario.bounds);
  if (!setup) throw new Error(`${read.scenario.slug} has no handler ${name}`);
  return framesOf(startRun(createSimulation({ ...setup, executor: nativeExecutor(), parseSql })));
}

function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
