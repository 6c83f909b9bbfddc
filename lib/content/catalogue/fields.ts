import { alternatives, problem } from "./message";

/** Messages about YAML and its fields: course.yaml, sources.yaml, front matter, questions. */
export const fieldMessages = {
  "yaml-invalid": problem((p: { detail: string }) => [
    `this is not valid YAML: ${p.detail}`,
    'check the indentation (two spaces per level), and put text that contains ": " or starts with a sign in quotes',
  ]),
  "yaml-duplicate-key": problem((p: { key: string }) => [
    `"${p.key}" is written twice`,
    `keep one "${p.key}" and delete the other`,
  ]),
  "yaml-alias": problem((p: { sign: string }) => [
    `anchors and aliases are not used here (${p.sign})`,
    "write the text out, or put it in quotes if the sign belongs to it",
  ]),
  "yaml-key-not-word": problem((p: { key: string }) => [
    `"${p.key}" cannot be the name of a field`,
    "name the field by a plain word",
  ]),
  "field-missing": problem((p: { field: string; expected: string }) => [`${p.field} is missing`, p.expected]),
  "field-invalid": problem((p: { field: string; expected: string }) => [
    `${p.field} is not as it should be`,
    p.expected,
  ]),
  "field-unknown": problem((p: { field: string; known: readonly string[] }) => [
    `${p.field} is not a known field`,
    p.known.length ? `remove it, or use ${alternatives(p.known)}` : "remove it",
  ]),
  "front-matter-missing": problem(() => [
    "this lesson does not start with a front matter",
    'start the file with a line "---", then title, gist and description, then a line "---"',
  ]),
  "course-slug-twice": problem((p: { slug: string }) => [
    `the lesson "${p.slug}" is listed twice`,
    "remove one of the two, or give it a slug of its own",
  ]),
  "course-after-unknown": problem((p: { slug: string }) => [
    `after: "${p.slug}" is not a lesson of this course`,
    "name a lesson that is listed above this one",
  ]),
  "course-after-later": problem((p: { slug: string }) => [
    `after: "${p.slug}" is not listed above this lesson`,
    "move this lesson below the ones it needs",
  ]),
};
