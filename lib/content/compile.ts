import type { Course, CourseLesson } from "./compiled";
import type { CourseContext } from "./compile-lesson";
import type { ContentFiles } from "./files";
import { ClaimResults } from "./claims/results";
import { ClaimValues } from "./claims/values";
import { compileLesson } from "./compile-lesson";
import { readCourseFile, readSourceFile } from "./course-file";
import { withinStack } from "./nesting";
import { Report } from "./problem";
import { checkScenarios } from "./scenarios";

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
export function compileContent(files: ContentFiles, results = new ClaimResults()): Compilation {
  const report = new Report();
  const values = new ClaimValues(files, report, results);
  const course = readCourseFile(files, report);
  const context: CourseContext = {
    files,
    report,
    effects: course?.effects ?? { ru: [], en: [] },
    sources: readSourceFile(files, report),
    values,
    questionIds: new Map(),
  };
  checkScenarios(files, report);
  const folders = files.folders("lessons");
  const output = new Map<string, string>();
  const lessons: CourseLesson[] = [];
  for (const { slug, level, title } of course?.lessons ?? []) {
    if (lessons.some((lesson) => lesson.slug === slug)) continue;
    const written = folders.includes(slug);
    const place = { file: `lessons/${slug}/ru.mdx`, line: 1, column: 1 };
    const lesson = written ? withinStack(place, report, () => writtenLesson(slug, context, output)) : null;
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
  output.set("public/course.json", json({ lessons } satisfies Course));
  return {
    report,
    lessons: lessons.filter(({ written }) => written).length,
    questions: context.questionIds.size,
    unresolved: values.unresolved,
    output: report.clean ? output : null,
  };
}

/** Compiles a lesson into `output`; what the course says about it, or null when it has problems. */
function writtenLesson(
  slug: string,
  context: CourseContext,
  output: Map<string, string>,
): Pick<CourseLesson, "minutes" | "questions"> | null {
  const lesson = compileLesson(slug, context);
  if (!lesson) return null;
  output.set(`public/${slug}.ru.json`, json(lesson.public.ru));
  output.set(`public/${slug}.en.json`, json(lesson.public.en));
  output.set(`secret/${slug}.json`, json(lesson.secret));
  return lesson.entry;
}

function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
