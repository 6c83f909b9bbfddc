import "server-only";
import { isDatabaseUnavailable } from "@/lib/db";
import { currentLearner } from "@/lib/identity/learner";
import type { CourseStanding } from "@/lib/progress/contract";
import { courseStanding } from "@/lib/progress/course-standing";

/**
 * Where the reader of this page stands. Null when the database does not answer: pages then say that progress is
 * unavailable and stay readable.
 */
export async function currentStanding(): Promise<CourseStanding | null> {
  const learner = await currentLearner();
  try {
    return await courseStanding(learner);
  } catch (error) {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  }
}
