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
  "style-open-prompt": warning((p: { question: string; words: string }) => [
    `${p.question}: the prompt ends with "${p.words}", in the middle of a sentence; grammar tells which options complete it`,
    "end it as a question, or as a sentence of its own",
  ]),
  "style-absolute": warning((p: { question: string; word: string }) => [
    `${p.question}: "${p.word}" stands in a wrong option and in no right one; practised readers drop such options unread`,
    "name the case that is meant, or let the right option claim as much",
  ]),
  "style-odd-ending": warning((p: { question: string; keys: number; stop: boolean }) => [
    `${p.question}: the right ${optionsHave(p.keys)} ${p.stop ? "a full stop" : "no full stop"} at the end, unlike all others`,
    "end all options alike",
  ]),
  "style-long-key": warning((p: { question: string; keys: number; key: number; median: number }) => [
    `${p.question}: the right ${optionsHave(p.keys)} ${p.key} characters, the median${p.keys > 1 ? " of the others" : ""} is ${p.median}; length gives the key away`,
    "shorten it, or give the others as much detail",
  ]),
};

function optionsHave(count: number): string {
  return count > 1 ? "options have" : "option has";
}
