import { isMap, isScalar, isSeq, parseDocument, type YAMLSeq } from "yaml";
import { fillIn } from "../unfinished";

/**
 * The text of course.yaml with one more lesson at its end, in orbit; everything else as it was, comments included. The
 * same text when the lesson is listed; null when the list cannot be found.
 */
export function withLesson(course: string, slug: string): string | null {
  const document = parseDocument(course, { logLevel: "silent" });
  const lessons = document.get("lessons");
  if (document.errors.length > 0 || !isSeq(lessons) || lessons.flow === true) return null;
  if (slugsOf(lessons).includes(slug)) return course;
  const end = lessons.range?.[1] ?? course.length;
  const title = fillIn("the name of the lesson");
  const entry = [`  - slug: ${slug}`, "    level: orbit", "    title:", `      ru: ${title}`, `      en: ${title}`, "    after: []", ""];
  const before = course.slice(0, end);
  return `${before}${before.endsWith("\n") ? "" : "\n"}${entry.join("\n")}${course.slice(end)}`;
}

function slugsOf(lessons: YAMLSeq): unknown[] {
  return lessons.items.map((item) => {
    const slug = isMap(item) ? item.get("slug", true) : null;
    return isScalar(slug) ? slug.value : null;
  });
}
