/**
 * Called by Next.js once, before the server takes requests. The keys of this build's questions go to the database in
 * the background: a database that is down must not keep the pages from being read, and the first answer tries again.
 * Proofs that an earlier server has left in the queue are taken up.
 */
export async function register(): Promise<void> {
  // In this form the bundler leaves the import out of builds for other runtimes, which cannot speak to Postgres.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { storeQuestionVersions } = await import("@/lib/progress/question-versions");
    const { startProofQueue } = await import("@/lib/progress/proofs/proof-queue");
    startProofQueue();
    storeQuestionVersions().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message.trim().split("\n").at(-1) : String(error);
      console.warn(`The question versions are not stored yet, the first answer will try again. Reason: ${reason}`);
    });
  }
}
