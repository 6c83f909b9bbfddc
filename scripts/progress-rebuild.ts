import { disconnectDatabase, isDatabaseUnavailable } from "@/lib/db";
import { rebuildLessonProgress } from "@/lib/progress/lesson-progress";
import { startPostgres } from "./postgres.mjs";

/**
 * Folds everybody's progress anew from the recorded attempts: after a change of the fold, or of the table by hand. Uses
 * `DATABASE_URL`, or else the embedded database, whether the app is running or not.
 */
const given = process.env.DATABASE_URL?.trim();
const embedded = given ? null : await startPostgres({ dataDir: ".data/postgres", say: console.log });
process.env.DATABASE_URL = given || embedded?.url;
try {
  console.log(`Folded the progress of ${await rebuildLessonProgress()} started lessons anew from their attempts.`);
} catch (error) {
  if (!isDatabaseUnavailable(error)) throw error;
  console.error("The database cannot be reached or has no tables yet. Start the app once, then try again.");
  process.exitCode = 1;
} finally {
  await disconnectDatabase();
  if (embedded?.reused === false) await embedded.stop();
}
