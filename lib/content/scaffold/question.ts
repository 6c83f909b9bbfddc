import { stringify } from "yaml";
import { fillIn, idToFillIn } from "../unfinished";

/** A question in both languages. */
export type Blocks = Record<"ru" | "en", string>;

/** What all schedules of a scenario's first handler lead to, as its file claims it. */
export interface KnownClaim {
  scenario: string;
  handler: string;
  bounds?: unknown;
  profiles?: unknown;
  effect: string;
  min?: number;
  max: number;
  verdict?: string;
}

/** Answers to "how often in the worst case": ids are words, and the rarest comes first. */
const counts = [
  { id: "never", text: { ru: "Ни разу:", en: "Not at all:" } },
  { id: "once", text: { ru: "Один раз:", en: "Once:" } },
  { id: "twice", text: { ru: "Два раза:", en: "Twice:" } },
  { id: "three-times", text: { ru: "Три раза:", en: "Three times:" } },
  { id: "four-times", text: { ru: "Четыре раза:", en: "Four times:" } },
];

/** The largest worst case that a scaffolded question can have as its answer. */
export const mostAsked = counts.length - 1;

/**
 * A question about the worst case, in both languages, as the fenced blocks that lessons hold. The key is what the
 * scenario claims, so that it is proved from the start; words are left open.
 */
export function questionBlocks(id: string, snippet: string, claim: KnownClaim): Blocks {
  const first = Math.max(0, Math.min(claim.max - 1, counts.length - 3));
  const options = counts.slice(first, first + 3);
  const right = counts[claim.max]?.id;
  const proof = proofOf(claim);
  const why = (option: string): string => fillIn(`why a reader who picked this is ${option === right ? "right" : "wrong"}`);
  const block = (lines: readonly string[]): string => questionBlock({ id, snippet }, "outcome", lines);
  const head = (locale: "ru" | "en"): string[] => [
    "kind: choice",
    `title: ${fillIn("a few words for lists")}`,
    "prompt: |",
    `  ${fillIn("the circumstances, then the question")} ${{ ru: "Сколько раз в худшем случае?", en: "How often in the worst case?" }[locale]}`,
    "options:",
  ];
  const foot = ["explanation: |", `  ${fillIn("what decides the question, step by step")}`];
  return {
    ru: block([
      ...head("ru"),
      ...options.flatMap((option) => [
        `  - id: ${option.id}`,
        `    text: "${option.text.ru} ${fillIn("the reason that this answer gives")}"`,
        ...(option.id === right ? ["    correct: true"] : [`    misconception: ${idToFillIn}`]),
        "    feedback: |",
        `      ${why(option.id)}`,
        ...(option.id === right ? [] : [`    refutedBy: ${proof}`]),
      ]),
      ...foot,
      `prove: ${proof}`,
    ]),
    en: block([
      ...head("en"),
      ...options.flatMap((option) => [
        `  - id: ${option.id}`,
        `    text: "${option.text.en} ${fillIn("the reason that this answer gives")}"`,
        "    feedback: |",
        `      ${why(option.id)}`,
      ]),
      ...foot,
    ]),
  };
}

/** A fenced block with these fields. */
export function questionBlock({ id, snippet }: { id: string; snippet: string }, asks: "outcome" | "repair", lines: readonly string[]): string {
  return ["```" + `predict id=${id} snippet=${snippet} asks=${asks}`, ...lines, "```", ""].join("\n");
}

/** `{ scenario: …, handler: … }` on one line, as claims are written. */
export function proofOf(claim: KnownClaim): string {
  return stringify(claim, { collectionStyle: "flow", lineWidth: 0 }).trim();
}
