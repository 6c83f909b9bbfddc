import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeOutput } from "./output";

let parent: string;
let folder: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "content-output-"));
  folder = join(parent, "content");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const files = (text: string) => new Map([["public/course.json", text]]);
const written = () => readFileSync(join(folder, "public", "course.json"), "utf8");

test("new content replaces the old as a whole and leaves nothing beside it", () => {
  expect(writeOutput(folder, new Map([...files("one"), ["secret/gone.json", "x"]]))).toBe(true);
  expect(writeOutput(folder, files("two"))).toBe(true);
  expect(written()).toBe("two");
  expect(existsSync(join(folder, "secret"))).toBe(false);
  expect(readdirSync(parent)).toEqual(["content"]);
});

test("equal content is not touched, so that nothing is read again", () => {
  writeOutput(folder, files("one"));
  const before = statSync(folder).ino;
  expect(writeOutput(folder, files("one"))).toBe(false);
  expect(statSync(folder).ino).toBe(before);
});

test("what a killed run has left behind is removed, what a living one writes is not", () => {
  const dead = join(parent, ".content-999999999-next");
  const living = join(parent, `.content-${process.ppid}-next`);
  for (const leftover of [dead, living]) {
    mkdirSync(leftover);
    writeFileSync(join(leftover, "half"), "");
  }
  writeOutput(folder, files("one"));
  expect(existsSync(dead)).toBe(false);
  expect(existsSync(living)).toBe(true);
  expect(written()).toBe("one");
});
