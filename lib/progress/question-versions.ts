import "server-only";
import { questionVersions } from "@/lib/content/load";
import type { QuestionVersion } from "@/lib/content/store";
import { database } from "@/lib/db";
import { answerSchema } from "@/lib/progress/answer";

/** What an answer is graded by: the question as it was shown, which need not be today's. */
export type ShownQuestion = Omit<QuestionVersion, "kind">;

/**
 * Keeps the key of every question of this build in the database, so that a page that was opened before the next
 * deployment can still be graded. A version that is there already stays as it is.
 */
export async function storeQuestionVersions(): Promise<void> {
  await database().questionVersion.createMany({ data: questionVersions(), skipDuplicates: true });
}

/**
 * The question in the version that was shown, or null when it never existed. Stores this build's versions first when
 * they are missing: the database may have come up, or have been emptied, after the start of the server.
 */
export async function findShownQuestion(questionId: string, version: string): Promise<ShownQuestion | null> {
  const find = () => database().questionVersion.findUnique({ where: { questionId_version: { questionId, version } } });
  const isCurrent = () => questionVersions().some((row) => row.questionId === questionId && row.version === version);
  let row = await find();
  if (!row && isCurrent()) {
    await storeQuestionVersions();
    row = await find();
  }
  return row && { ...row, key: answerSchema.parse(row.key) };
}
