import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { expect, type APIRequestContext } from "@playwright/test";
import { wrongAnswers } from "./lesson-page";
import type { Answer, SecretQuestion } from "@/lib/content/compiled";
import { contentStore } from "@/lib/content/store";
import type { AttemptRequest, Confidence } from "@/lib/progress/contract";

const content = contentStore(fileURLToPath(new URL("../generated/content", import.meta.url)), { watch: false });

export const course = content.course();

/** The first lesson of the course, in both languages the same questions. */
export const lesson = (() => {
  const [first] = course.lessons;
  if (!first?.written) throw new Error("The course has no written lesson.");
  return first;
})();

/** The key, or one of the wrong answers: repeating the same one is no second try. */
export type Choice = "right" | "wrong" | "wrong again";

/** Answers a question the way the lesson's page does, as the learner of this context. */
export async function answer(
  request: APIRequestContext,
  questionId: string,
  choice: Choice,
  confidence: Confidence,
): Promise<void> {
  const question = content.secretQuestion(questionId);
  if (!question) throw new Error(`There is no question ${questionId}.`);
  const attempt: AttemptRequest = {
    id: randomUUID(),
    question: questionId,
    version: question.version,
    answer: choice === "right" ? question.key : wrongAnswer(question, choice === "wrong" ? 0 : 1),
    confidence,
    locale: "ru",
    context: "lesson",
    shownOrder: question.options.map(({ id }) => id),
    answeredAt: new Date().toISOString(),
  };
  const response = await request.post("/api/attempts", { data: attempt });
  expect(response.ok(), await response.text()).toBe(true);
}

function wrongAnswer(question: SecretQuestion, index: number): Answer {
  const other = wrongAnswers(question)[index];
  if (!other) throw new Error(`${question.id} has too few wrong answers.`);
  return other;
}
