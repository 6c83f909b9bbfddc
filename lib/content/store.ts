import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Answer, Course, Glossary, LabIndex, LabScenario, PublicLesson, SecretLesson, SecretQuestion } from "./compiled";
import type { Locale } from "@/lib/locale";
import { slugPattern } from "./fields";

/** One row of the table `question_version`. */
export interface QuestionVersion {
  /** `lesson/question` */
  questionId: string;
  version: string;
  lessonId: string;
  kind: SecretQuestion["kind"];
  key: Answer;
  /** Option ids; empty for numbers. */
  options: string[];
}

/** Compiled content, as the server reads it. Unknown and malformed names give null, never an error. */
export interface ContentStore {
  course: () => Course;
  glossary: () => Glossary;
  publicLesson: (slug: string, locale: Locale) => PublicLesson | null;
  secretLesson: (slug: string) => SecretLesson | null;
  /** By `lesson/question`. */
  secretQuestion: (id: string) => SecretQuestion | null;
  /** Every question of this build with its key. */
  questionVersions: () => QuestionVersion[];
  /** The scenarios that can run, in order. */
  labScenarios: () => LabScenario[];
  labScenario: (slug: string) => LabScenario | null;
}

/**
 * Reads compiled content from `folder`.
 * @param watch read a file again when it has changed: for development. Otherwise each file is read once.
 */
export function contentStore(folder: string, { watch }: { watch: boolean }): ContentStore {
  const cache = new Map<string, { stamp: number; value: unknown }>();
  const read = (path: string): unknown => {
    const known = cache.get(path);
    if (known && !watch) return known.value;
    const file = join(folder, path);
    const stamp = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    // While the folder is being replaced there is a moment without files: what was read before still holds.
    if (stamp === undefined) return known?.value ?? null;
    if (known?.stamp === stamp) return known.value;
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    cache.set(path, { stamp, value });
    return value;
  };
  const course = (): Course => {
    const value = read("public/course.json");
    if (!value) throw new Error(`There is no compiled content in ${folder}. Run: npm run content:compile`);
    return value as Course;
  };
  /** Only names from the course reach the file system. */
  const isWritten = (slug: string): boolean =>
    slugPattern.test(slug) && course().lessons.some((lesson) => lesson.slug === slug && lesson.written);
  const secretLesson = (slug: string): SecretLesson | null =>
    isWritten(slug) ? (read(`secret/${slug}.json`) as SecretLesson | null) : null;
  const labSlugs = (): string[] => (read("lab/index.json") as LabIndex | null)?.slugs ?? [];
  const labScenario = (slug: string): LabScenario | null =>
    labSlugs().includes(slug) ? (read(`lab/${slug}.json`) as LabScenario | null) : null;
  return {
    course,
    glossary: () => (read("public/glossary.json") as Glossary | null) ?? { themes: [], sources: { ru: {}, en: {} } },
    labScenario,
    labScenarios: () => labSlugs().flatMap((slug) => labScenario(slug) ?? []),
    publicLesson: (slug, locale) =>
      isWritten(slug) ? (read(`public/${slug}.${locale}.json`) as PublicLesson | null) : null,
    secretLesson,
    secretQuestion: (id) => {
      const questions = secretLesson(id.split("/")[0] ?? "")?.questions;
      return questions && Object.hasOwn(questions, id) ? (questions[id] ?? null) : null;
    },
    questionVersions: () =>
      course().lessons.flatMap(({ slug }) =>
        Object.values(secretLesson(slug)?.questions ?? {}).map(({ id, version, kind, key, options }) => ({
          questionId: id,
          version,
          lessonId: slug,
          kind,
          key,
          options: options.map((option) => option.id),
        })),
      ),
  };
}
