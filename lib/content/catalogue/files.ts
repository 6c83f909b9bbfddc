import { problem } from "./message";

/** Messages about files as such, before anything in them is understood. */
export const fileMessages = {
  "file-missing": problem((p: { file: string; why: string }) => [
    `this file does not exist: ${p.why}`,
    `add content/${p.file}`,
  ]),
  "file-too-large": problem((p: { kilobytes: number; limit: number }) => [
    `this file holds ${p.kilobytes} KB, the limit is ${p.limit} KB`,
    "split it, or check that it is the file you meant",
  ]),
  "file-not-utf8": problem((p: { offset: number }) => [
    `byte ${p.offset} of this file is not valid UTF-8`,
    "save the file as UTF-8 text",
  ]),
  "file-byte-order-mark": problem(() => [
    "this file starts with a byte order mark",
    "save the file as UTF-8 without BOM",
  ]),
  "file-carriage-return": problem(() => [
    "this file has Windows line ends, which change its hash from one computer to the next",
    "save the file with LF line ends",
  ]),
  "file-control-character": problem((p: { code: string }) => [
    `an invisible control character (${p.code}) stands here`,
    "delete the character",
  ]),
  "file-endless-paragraph": problem((p: { limit: number }) => [
    `more than ${p.limit} characters without an empty line start here`,
    "divide the text into paragraphs",
  ]),
  "file-too-deep": problem(() => [
    "this file is nested too deeply to be read",
    "write it with fewer lists, quotes or brackets inside each other",
  ]),
  "place-unfinished": problem((p: { what: string }) => [
    `this place is still to be filled in: ${p.what}`,
    "write it in place of the marker",
  ]),
  "lesson-folder-unlisted": problem((p: { slug: string }) => [
    `the folder lessons/${p.slug} belongs to no lesson of course.yaml`,
    `add "- slug: ${p.slug}" to course.yaml, or remove the folder`,
  ]),
};
