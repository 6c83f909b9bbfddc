import { z } from "zod";
import type { Report } from "./problem";
import type { YamlPath, YamlSource } from "./yaml-source";

/** An object with exactly these fields. Unknown ones are reported together with the known names. */
export function fields<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  expected: string,
): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? Object.keys(shape).join(" ") : expected),
  });
}

/** Lowercase words joined by dashes: the form of every id. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** A snippet: its scenario, and the handler where that is not `given`. Only variants give no repair away. */
export const snippetPattern = /^[a-z0-9]+(-[a-z0-9]+)*(\/variant(-[a-z0-9]+)+)?$/;

/** An id. */
export function slug(expected: string): z.ZodString {
  return z.string({ error: expected }).max(80, { error: expected }).regex(slugPattern, { error: expected });
}

/** A text for readers, without surrounding white space, never empty. */
export function text(expected: string): z.ZodString {
  return z.string({ error: expected }).trim().min(1, { error: expected });
}

/**
 * Checks YAML against a schema whose messages are sentences in the imperative. Reports each issue at its own line and
 * returns null when there is any. `owner` names what the fields belong to, for instance a question.
 */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  yaml: YamlSource,
  owner: string | null,
  report: Report,
): z.output<Schema> | null {
  const result = schema.safeParse(yaml.value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) reportIssue(issue, yaml, owner, report);
  return null;
}

function reportIssue(issue: z.core.$ZodIssue, yaml: YamlSource, owner: string | null, report: Report): void {
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys) {
      const path = [...issue.path, key];
      report.add("field-unknown", yaml.keyPlace(path), {
        field: fieldName(path, owner),
        known: issue.message.split(" "),
      });
    }
    return;
  }
  const parameters = { field: fieldName(issue.path, owner), expected: issue.message };
  const value = valueAt(yaml.value, issue.path);
  if (value === undefined || value === null) report.add("field-missing", yaml.place(issue.path), parameters);
  else report.add("field-invalid", yaml.place(issue.path), parameters);
}

/** `options › #3 › feedback`, with the owner in front. */
export function fieldName(path: YamlPath, owner: string | null): string {
  const name =
    path.map((segment) => (typeof segment === "number" ? `#${segment + 1}` : String(segment))).join(" › ") ||
    "this file";
  return owner === null ? name : `${owner}: ${path.length === 0 ? "the block" : name}`;
}

function valueAt(value: unknown, path: YamlPath): unknown {
  let current = value;
  for (const segment of path) {
    // A single claim stands for a list of one.
    if (segment === 0 && !Array.isArray(current)) continue;
    if (typeof current !== "object" || current === null) return undefined;
    current = Object.hasOwn(current, segment) ? (current as Record<PropertyKey, unknown>)[segment] : undefined;
  }
  return current;
}
