import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SecretLesson, SecretQuestion } from "@/lib/content/compiled";

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

/** Digits of a number that can be recognised: "0" and "3" stand in every script. */
const shortestNumber = 3;

/**
 * Everything of the secret half that can be recognised by its words: sentences of feedback and explanations, lines of
 * repaired handlers and recorded runs, misconceptions, known wrong numbers. What the public half says as well is no
 * secret.
 */
export function secretsOfContent(): Secret[] {
  const lessons = filesOf("secret").map((text) => JSON.parse(text) as SecretLesson);
  return unpublished(lessons.flatMap(({ questions }) => Object.values(questions).flatMap(secretsOf)));
}

/** What the public half of the lessons says as well is no secret there. */
export function unpublished(secrets: readonly Secret[]): Secret[] {
  const published = filesOf("public").map(plain).join("\n");
  return secrets.filter(({ text }) => !published.includes(plain(text)));
}

function filesOf(half: "public" | "secret"): string[] {
  return readdirSync(join(compiled, half)).map((name) => readFileSync(join(compiled, half, name), "utf8"));
}

function secretsOf(question: SecretQuestion): Secret[] {
  const short = [
    ...question.options.map(({ id, misconception }) => ({ where: `options.${id}`, text: misconception ?? "" })),
    ...question.wrong.map(({ value, misconception }) => ({ where: `wrong.${value}`, text: misconception })),
    ...question.wrong.filter(({ value }) => String(value).length >= shortestNumber).map(({ value }) => ({ where: "wrong", text: `"${value}"` })),
    ...question.pairs.map(({ first, misconception }) => ({ where: `pairs.${first}`, text: misconception })),
  ];
  const own = phrasesIn(question, "").filter(({ where }) => !vocabulary.test(where));
  const found = [...own, ...short.filter(({ text }) => text !== "")];
  const unique = new Map(found.map((secret) => [secret.text, secret]));
  return [...unique.values()].map((secret) => ({ question: question.id, ...secret }));
}

/** Words for states of the world, which every engine brings, titles and names of scenarios, which the lab lists, and addresses of terms, which the glossary lists. */
const vocabulary = /\.cells\.|\.scenario\.title\.|\.scenario(?:\.slug)?$|\.href$/;

/** Every line of every text in `value`, however deep, that is long enough to be recognised. */
function phrasesIn(value: unknown, where: string): Omit<Secret, "question">[] {
  if (typeof value === "string") {
    const lines = value.split("\n").map((line) => line.trim());
    return lines.filter((line) => line.length >= shortestPhrase).map((text) => ({ where, text }));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => phrasesIn(inner, where ? `${where}.${key}` : key));
}

/**
 * Shapes that only secret data and replies have, whatever they say: for secrets that are too short to be searched for.
 * They are looked for in data, not in scripts, whose code has these names.
 */
const shapes = [
  /"feedback":\s*[[{]/,
  /"explanation":\s*[[{]/,
  /"misconception":/,
  /"(?:key|reveal|right|otherwise|incomplete)":\s*[[{]/,
  /"(?:pairs|wrongOptions)":/,
  /"(?:correct|safe|settled)":/,
  /"(?:run|frames|setup)":\s*[[{]/,
  /"(?:refutedBy|refutable|prove)":/,
];

/** What `text` (HTML, flight data, a script, JSON) gives away, in the words of a test report; empty when nothing. */
export function leaksIn(text: string, secrets: readonly Secret[], kind: "data" | "script" = "data"): string[] {
  const read = plain(text);
  const found = secrets
    .filter((secret) => read.includes(plainOnce(secret.text)))
    .map(({ question, where, text: words }) => `${question} ${where}: ${words}`);
  if (kind === "script") return found;
  return [...found, ...shapes.filter((shape) => shape.test(read)).map((shape) => `data of the shape ${shape.source}`)];
}

const known = new Map<string, string>();

/** `plain` of a text that is asked for again and again. */
function plainOnce(text: string): string {
  const found = known.get(text) ?? plain(text);
  known.set(text, found);
  return found;
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
