import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Course, LabIndex } from "../compiled";
import type { Subject } from "./focus";

/**
 * Writes the compiled files of one subject among those of the others, each by renaming it. What the subject says of the
 * whole course is limited to itself: its entry of the course, its scenarios in the lab.
 */
export function mergeOutput(folder: string, subject: Subject, output: ReadonlyMap<string, string>): void {
  for (const [path, text] of output) {
    const before = textOf(join(folder, path));
    const merged = path === "public/course.json" ? mergeCourse(subject, text, before) : path === "lab/index.json" ? mergeIndex(text, before) : text;
    if (merged !== before) writeWhole(join(folder, path), merged);
  }
}

/** As a whole: another process reads the old text or the new one. */
export function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

function mergeCourse(subject: Subject, text: string, before: string | null): string {
  if (before === null) return text;
  const known = (JSON.parse(before) as Course).lessons;
  const lessons = (JSON.parse(text) as Course).lessons.map((lesson) =>
    subject === `lessons/${lesson.slug}` ? lesson : (known.find(({ slug }) => slug === lesson.slug) ?? lesson),
  );
  return `${JSON.stringify({ lessons } satisfies Course)}\n`;
}

function mergeIndex(text: string, before: string | null): string {
  const slugs = [text, ...(before === null ? [] : [before])].flatMap((index) => (JSON.parse(index) as LabIndex).slugs);
  return `${JSON.stringify({ slugs: [...new Set(slugs)].sort() } satisfies LabIndex)}\n`;
}

function textOf(file: string): string | null {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8") : null;
}
