import { z } from "zod";
import type { CourseLesson, Source } from "./compiled";
import type { ContentFiles } from "./files";
import type { Locale } from "@/lib/locale";
import type { Report } from "./problem";
import { fields, readFields, slug, slugPattern, text } from "./fields";
import { readYamlFile } from "./yaml-file";

/** A line of course.yaml. */
export interface CourseEntry {
  slug: string;
  level: CourseLesson["level"];
  title: Record<Locale, string>;
  /** Lessons that come before this one. */
  after: string[];
}

export interface CourseFile {
  lessons: CourseEntry[];
  /** Every form of the nouns whose number is a claim about behaviour («списание», «списания», "charges"). */
  effects: Record<Locale, string[]>;
}

/** Hints of course.yaml and sources.yaml; each is proved by a fixture. */
export const courseHints = {
  course: 'write the fields "lessons" and "effects"',
  lessons: 'write "lessons:" as a list of "- slug: …" with level, title and after',
  slug: "write the slug in lowercase words joined by dashes, for instance jobs-and-consumers",
  level: "write level: junior, middle, senior or orbit",
  title: "write the title in both languages: title: { ru: …, en: … }",
  after: "write after as a list of slugs, [] when nothing comes before",
  effects: 'write "effects: { ru: […], en: […] }" with every form of the nouns that are counted',
  sources: 'write each source as "name: { title: …, url: … }"',
  sourceTitle: "write the title of the source as text, or as { ru: …, en: … }",
  sourceUrl: "write url as an https:// address, or leave it out",
  sourceNote: "write note as text, or leave it out",
} as const;

const localizedTitle = fields({ ru: text(courseHints.title), en: text(courseHints.title) }, courseHints.title);
const nouns = z.array(text(courseHints.effects), { error: courseHints.effects });
const courseSchema = fields(
  {
    effects: fields({ ru: nouns, en: nouns }, courseHints.effects).default({ ru: [], en: [] }),
    lessons: z
      .array(
        fields(
          {
            slug: slug(courseHints.slug),
            level: z.enum(["junior", "middle", "senior", "orbit"], { error: courseHints.level }),
            title: localizedTitle,
            after: z.array(slug(courseHints.after), { error: courseHints.after }).default([]),
          },
          courseHints.lessons,
        ),
        { error: courseHints.lessons },
      )
      .min(1, { error: courseHints.lessons }),
  },
  courseHints.course,
);

/** Reads course.yaml; null when it cannot be used at all. */
export function readCourseFile(files: ContentFiles, report: Report): CourseFile | null {
  const yaml = readYamlFile(files, "course.yaml", "it lists the lessons", report);
  const course = yaml && readFields(courseSchema, yaml, null, report);
  if (!course) return null;
  const seen = new Set<string>();
  const all = new Set(course.lessons.map((lesson) => lesson.slug));
  course.lessons.forEach((lesson, index) => {
    if (seen.has(lesson.slug))
      report.add("course-slug-twice", yaml.place(["lessons", index, "slug"]), { slug: lesson.slug });
    lesson.after.forEach((before, position) => {
      if (seen.has(before)) return;
      report.add(
        all.has(before) ? "course-after-later" : "course-after-unknown",
        yaml.place(["lessons", index, "after", position]),
        { slug: before },
      );
    });
    seen.add(lesson.slug);
  });
  return course;
}

const sourceSchema = fields(
  {
    title: z.union([text(courseHints.sourceTitle), localizedTitle], { error: courseHints.sourceTitle }),
    url: z.url({ protocol: /^https$/, error: courseHints.sourceUrl }).optional(),
    note: text(courseHints.sourceNote).optional(),
  },
  courseHints.sources,
);

/** Sources by name, with their titles in each language. */
export type SourceFile = ReadonlyMap<string, Record<Locale, Source>>;

/** Reads sources.yaml. Without the file there are no sources; null when it cannot be read. */
export function readSourceFile(files: ContentFiles, report: Report): SourceFile | null {
  if (!files.read("sources.yaml")) return new Map();
  const yaml = readYamlFile(files, "sources.yaml", "it names the sources", report);
  const schema = z.record(z.string().regex(slugPattern, { error: courseHints.sources }), sourceSchema, {
    error: (issue) => (issue.code === "invalid_key" ? courseHints.slug : courseHints.sources),
  });
  const sources = yaml && readFields(schema, yaml, null, report);
  if (!sources) return null;
  return new Map(
    Object.entries(sources).map(([name, { title, url = null }]) => {
      const titles = typeof title === "string" ? { ru: title, en: title } : title;
      return [name, { ru: { title: titles.ru, url }, en: { title: titles.en, url } }];
    }),
  );
}
