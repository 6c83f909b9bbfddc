import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Rich, SecretLesson, SecretQuestion } from "@/lib/content/compiled";

const compiled = join(process.cwd(), "generated", "content");

/** Something that must not reach a browser before its question is answered. */
export interface Secret {
  question: string;
  /** Path inside the question, for the message. */
  where: string;
  text: string;
}

/** Shorter pieces of a sentence ("of", "does not") are no evidence. */
const shortestPhrase = 18;

/**
 * Everything of the secret half that can be recognised by its words: sentences of feedback and explanations,
 * misconceptions, known wrong numbers. What the public half says as well is no secret.
 */
export function secretsOfContent(): Secret[] {
  const files = (half: string) =>
    readdirSync(join(compiled, half)).map((name) => readFileSync(join(compiled, half, name), "utf8"));
  const published = files("public").map(plain).join("\n");
  const lessons = files("secret").map((text) => JSON.parse(text) as SecretLesson);
  return lessons
    .flatMap(({ questions }) => Object.values(questions).flatMap(secretsOf))
    .filter(({ text }) => !published.includes(plain(text)));
}

function secretsOf(question: SecretQuestion): Secret[] {
  const secrets: Secret[] = [];
  const add = (where: string, text: string) => secrets.push({ question: question.id, where, text });
  const addRich = (where: string, texts: Record<string, Rich> | null) => {
    for (const [locale, rich] of Object.entries(texts ?? {})) {
      for (const phrase of phrasesOf(rich)) add(`${where}.${locale}`, phrase);
    }
  };
  for (const option of question.options) {
    addRich(`options.${option.id}.feedback`, option.feedback);
    if (option.misconception) add(`options.${option.id}.misconception`, option.misconception);
  }
  for (const wrong of question.wrong) {
    addRich(`wrong.${wrong.value}.feedback`, wrong.feedback);
    add(`wrong.${wrong.value}.misconception`, wrong.misconception);
    add(`wrong.${wrong.value}`, `"${wrong.value}"`);
  }
  addRich("right", question.right);
  addRich("otherwise", question.otherwise);
  addRich("explanation", question.explanation);
  return secrets;
}

function phrasesOf(rich: Rich): string[] {
  return rich
    .flatMap((node) => (typeof node === "string" ? [node.trim()] : phrasesOf(node.children)))
    .filter((text) => text.length >= shortestPhrase);
}

/**
 * Shapes that only secret data and replies have, whatever they say: for secrets that are too short to be searched for.
 * They are looked for in data, not in scripts, whose code has these names.
 */
const shapes = [
  /"feedback":\s*[[{]/,
  /"explanation":\s*[[{]/,
  /"misconception":/,
  /"(?:key|reveal|right|otherwise)":\s*[[{]/,
  /"(?:correct|safe|settled)":/,
  /"(?:refutedBy|refutable|prove)":/,
];

/** What `text` (HTML, flight data, a script, JSON) gives away, in the words of a test report; empty when nothing. */
export function leaksIn(text: string, secrets: readonly Secret[], kind: "data" | "script" = "data"): string[] {
  const read = plain(text);
  const found = secrets
    .filter((secret) => read.includes(plain(secret.text)))
    .map(({ question, where, text: words }) => `${question} ${where}: ${words}`);
  if (kind === "script") return found;
  return [...found, ...shapes.filter((shape) => shape.test(read)).map((shape) => `data of the shape ${shape.source}`)];
}

/** Text as it is read, whichever way HTML, JSON in HTML or a script had to write it. */
function plain(text: string): string {
  const entities: Record<string, string> = { quot: '"', amp: "&", lt: "<", gt: ">", "#x27": "'", "#39": "'", nbsp: "\u00a0" };
  return text
    .replace(/&(quot|amp|lt|gt|#x27|#39|nbsp);/g, (entity, name: string) => entities[name] ?? entity)
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\+(["'`])/g, "$1")
    .replace(/\\n/g, "\n")
    .replace(/[\s\u00a0\u202f]+/g, " ");
}
