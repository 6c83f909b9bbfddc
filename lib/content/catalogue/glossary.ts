import { problem } from "./message";

/** Messages about glossary.yaml, and about the terms that lessons use. */
export const glossaryMessages = {
  "glossary-term-twice": problem((p: { term: string }) => [
    `the term "${p.term}" is explained twice`,
    "remove one of the two, or give it an id of its own",
  ]),
  "glossary-name-twice": problem((p: { term: string; name: string; owner: string }) => [
    `${p.term}: "${p.name}" is a name of "${p.owner}" already`,
    "give the name to one of the two terms",
  ]),
  "glossary-related-unknown": problem((p: { term: string; related: string }) => [
    `${p.term}: "${p.related}" is not another term of the glossary`,
    "correct the id, or remove it",
  ]),
  "glossary-place-unknown": problem((p: { term: string; explained: string }) => [
    `${p.term}: no lesson has the section "${p.explained}"`,
    'name the lesson and the anchor of its section, for instance "reading-code-and-logs#select-then-act"',
  ]),
  "term-unknown": problem((p: { term: string }) => [
    `the term "${p.term}" is not in glossary.yaml`,
    `add "- id: ${p.term}" with both languages to content/glossary.yaml, or correct the id`,
  ]),
  "term-unexplained": problem((p: { term: string; words: string }) => [
    `"${p.words}" stands here before anything has explained it`,
    `write <Term id="${p.term}">${p.words}</Term>, which brings the definition`,
  ]),
  "term-marked-twice": problem((p: { term: string }) => [
    `<Term id="${p.term}"> stands twice in this section`,
    "keep the first one and write the other in plain words",
  ]),
};
