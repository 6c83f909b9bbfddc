/**
 * What a check found. A check without tests of its own counts as one.
 *
 * @typedef {{ passed: number, failed: number, skipped?: string[] }} Count skipped: names of tests that did not run
 */

/**
 * @param {string} report what vitest wrote with its JSON reporter
 * @returns {Count}
 */
export function countVitest(report) {
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(report);
  // A file that cannot be loaded has no failed test, and is a failure all the same.
  const brokenFiles = testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  ).length;
  const failed = numFailedTests + brokenFiles;
  return { passed: numPassedTests, failed: failed === 0 && numFailedTestSuites > 0 ? 1 : failed };
}

/**
 * @param {string} report what Playwright wrote with its JSON reporter
 * @returns {Count}
 */
export function countPlaywright(report) {
  const { stats, errors } = JSON.parse(report);
  // A test that passed only at a second attempt has failed once; there are no retries here, so flaky stays at 0.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/** @param {Count[]} counts */
export function closingLine(counts) {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  return `${passed} passed, ${failed} failed`;
}
