import { problem, warning } from "./message";

/** Messages about the two languages of a lesson. Russian is the source; problems are told at the English file. */
export const translationMessages = {
  "translation-stale": warning((p: { source: string; current: string }) => [
    `translated from ${p.source}, the Russian text is now ${p.current}`,
    `bring the text up to date, then set "source: ${p.current}"`,
  ]),
  "translation-key": problem((p: { question: string; field: string }) => [
    `${p.question}: "${p.field}" is not allowed in a translation`,
    `remove "${p.field}": the key lives in ru.mdx, so that a translation can never change the right answer`,
  ]),
  "translation-part-missing": problem((p: { part: string; after: string }) => [
    `${p.part} of ru.mdx is missing here`,
    `add it after ${p.after}`,
  ]),
  "translation-part-extra": problem((p: { part: string }) => [
    `${p.part} does not exist in ru.mdx`,
    "remove it here, or add it to ru.mdx first",
  ]),
  "translation-part-moved": problem((p: { part: string; after: string }) => [
    `${p.part} stands in another place than in ru.mdx`,
    `move it after ${p.after}`,
  ]),
  "translation-attribute": problem((p: { question: string; attribute: string; value: string; source: string }) => [
    `${p.question}: ${p.attribute}=${p.value} here, ${p.attribute}=${p.source} in ru.mdx`,
    `write ${p.attribute}=${p.source}`,
  ]),
  "translation-option-missing": problem((p: { question: string; option: string }) => [
    `${p.question}: option "${p.option}" exists in ru.mdx but not here`,
    `add "- id: ${p.option}" with its text and feedback`,
  ]),
  "translation-option-extra": problem((p: { question: string; option: string }) => [
    `${p.question}: option "${p.option}" does not exist in ru.mdx`,
    "remove it, or correct its id",
  ]),
  "translation-option-moved": problem((p: { question: string; options: readonly string[] }) => [
    `${p.question}: the options come in another order than in ru.mdx`,
    `put them in this order: ${p.options.join(", ")}`,
  ]),
  "translation-value-missing": problem((p: { question: string; value: number }) => [
    `${p.question}: the wrong value ${p.value} exists in ru.mdx but not here`,
    `add "- value: ${p.value}" with its feedback`,
  ]),
  "translation-pair-missing": problem((p: { question: string; first: string; then: string }) => [
    `${p.question}: "${p.first}" before "${p.then}" is among the wrong orders of ru.mdx but not here`,
    `add "- first: ${p.first}" with "then: ${p.then}" and its feedback`,
  ]),
  "translation-pair-extra": problem((p: { question: string; first: string; then: string }) => [
    `${p.question}: "${p.first}" before "${p.then}" is not among the wrong orders of ru.mdx`,
    "remove it, or correct first and then",
  ]),
  "translation-term-missing": problem((p: { field: string; term: string }) => [
    `${p.field}: <Term id="${p.term}"> of ru.mdx is missing here`,
    "mark the same term here, or in neither language",
  ]),
  "translation-term-extra": problem((p: { field: string; term: string }) => [
    `${p.field}: <Term id="${p.term}"> does not exist in ru.mdx`,
    "mark the same term there, or in neither language",
  ]),
  "translation-value-extra": problem((p: { question: string; value: number }) => [
    `${p.question}: the wrong value ${p.value} does not exist in ru.mdx`,
    "remove it, or correct the value",
  ]),
};
