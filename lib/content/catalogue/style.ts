import { warning } from "./message";

/** Warnings about the craft of writing questions. */
export const styleMessages = {
  "style-all-or-none": warning((p: { question: string; words: string }) => [
    `${p.question}: "${p.words}" tests how well options are compared, not what is understood`,
    "replace the option by one more mistake that people really make",
  ]),
  "style-negation": warning((p: { question: string; word: string }) => [
    `${p.question}: "${p.word}" in a prompt is easily read over`,
    `ask for what does happen, or make it bold: **${p.word}**`,
  ]),
  "style-position": warning((p: { question: string; words: string }) => [
    `${p.question}: "${p.words}" names an option by its place, and options are shuffled`,
    "name the option by what it says",
  ]),
  "style-long-key": warning((p: { question: string; key: number; median: number }) => [
    `${p.question}: the right option has ${p.key} characters, the median is ${p.median}; length gives the key away`,
    "shorten it, or give the others as much detail",
  ]),
};
