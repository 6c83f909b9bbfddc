import "server-only";
import { isDatabaseUnavailable } from "@/lib/db";
import { currentLearner } from "@/lib/identity/learner";
import type { CourseStanding } from "@/lib/progress/contract";
import { courseStanding } from "@/lib/progress/course-standing";
import type { ProvedScenario } from "@/lib/progress/proofs/contract";
import { provedScenarios } from "@/lib/progress/proofs/proved-scenarios";

/**
 * Where the reader of this page stands. Null when the database does not answer: pages then say that progress is
 * unavailable and stay readable.
 */
export function currentStanding(): Promise<CourseStanding | null> {
  return ofThisReader(courseStanding);
}

/** The scenarios whose repair the reader of this page has proved; null likewise. */
export function currentProofs(): Promise<ProvedScenario[] | null> {
  return ofThisReader(provedScenarios);
}

async function ofThisReader<Found>(find: (learner: string | null) => Promise<Found>): Promise<Found | null> {
  const learner = await currentLearner();
  try {
    return await find(learner);
  } catch (error) {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  }
}
