import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";
import type { ContentFiles } from "../files";
import { memoryFiles } from "../files";
import { shortHash } from "../hash";

const folder = fileURLToPath(new URL("../fixtures", import.meta.url));

/** Content that is right in every respect: path below `content/` to text. */
export function goodContent(): Map<string, string> {
  const root = join(folder, "good");
  return new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(root, file).split(sep).join("/"), readFileSync(file, "utf8")]),
  );
}

/** Files for the compiler. The translation follows every edit of the Russian text, so that only the fixture is told. */
export function contentOf(files: ReadonlyMap<string, string | Uint8Array>): ContentFiles {
  const russian = files.get("lessons/sample/ru.mdx");
  const english = files.get("lessons/sample/en.mdx");
  if (typeof russian !== "string" || typeof english !== "string") return memoryFiles(files);
  return memoryFiles(
    new Map(files).set("lessons/sample/en.mdx", english.replace("ru@0000000", `ru@${shortHash(russian, 7)}`)),
  );
}

const edits = z.array(z.strictObject({ find: z.string(), replace: z.string() }));
const fixtureSchema = z.strictObject({
  /** By path: passages to replace; each must occur. */
  edit: z.record(z.string(), edits).default({}),
  /** By path: the whole file; null removes it. */
  write: z.record(z.string(), z.string().nullable()).default({}),
  /** By path: bytes in hexadecimal. */
  bytes: z.record(z.string(), z.string()).default({}),
  /** By path: a text, written so many times. */
  repeat: z.record(z.string(), z.strictObject({ text: z.string(), times: z.number() })).default({}),
  /** The report, word for word. */
  expect: z.string(),
});

export interface BrokenContent {
  /** Name of the file: a message of the catalogue, and a variant after a dot. */
  name: string;
  /** The message that the fixture is about. */
  rule: string;
  files: ContentFiles;
  expected: string;
}

/** The broken variants: each is the good content with one mistake, and the report that an author gets. */
export function brokenContents(): BrokenContent[] {
  return readdirSync(join(folder, "broken"))
    .sort()
    .map((file) => {
      const name = file.replace(/\.yaml$/, "");
      const fixture = fixtureSchema.parse(parse(readFileSync(join(folder, "broken", file), "utf8")));
      const files = new Map<string, string | Uint8Array>(goodContent());
      for (const [path, changes] of Object.entries(fixture.edit))
        for (const { find, replace } of changes) {
          const text = files.get(path);
          if (typeof text !== "string" || !text.includes(find))
            throw new Error(`${name}: "${find}" does not occur in ${path}`);
          files.set(
            path,
            text.replace(find, () => replace),
          );
        }
      for (const [path, text] of Object.entries(fixture.write)) {
        if (text === null) files.delete(path);
        else files.set(path, text);
      }
      for (const [path, bytes] of Object.entries(fixture.bytes)) files.set(path, Buffer.from(bytes, "hex"));
      for (const [path, { text, times }] of Object.entries(fixture.repeat)) files.set(path, text.repeat(times));
      return { name, rule: name.split(".")[0] ?? name, files: contentOf(files), expected: fixture.expect.trim() };
    });
}
