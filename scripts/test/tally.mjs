/**
 * What a check found. A check without tests of its own counts as one.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 */

/**
 * @param {boolean} isGood whether the program of the check ended without an error
 * @param {() => Count} [count] reads the report of a test runner
 * @returns {Count}
 */
export function tally(isGood, count) {
  const whole = { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 };
  if (count === undefined) return whole;
  let result;
  try {
    result = count();
  } catch {
    // The runner ended before it could write its report.
    return { ...whole, passed: 0, failed: 1 };
  }
  // A runner can fail with every test passed (an error outside of the tests), and it can find no test at all.
  const hasHiddenFailure = result.failed === 0 && (!isGood || result.passed === 0);
  return hasHiddenFailure ? { ...result, failed: 1 } : result;
}

/**
 * @param {string} report what vitest wrote with its JSON reporter
 * @returns {Count}
 */
export function countVitest(report) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(report);
  // A file that cannot be loaded has no failed test, and is a failure all the same.
  const brokenFiles = testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests + numTodoTests,
  };
}

/**
 * @param {string} report what Playwright wrote with its JSON reporter
 * @returns {Count}
 */
export function countPlaywright(report) {
  const { stats, errors } = JSON.parse(report);
  // Flaky: failed once and passed at a second attempt.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/** @param {Count[]} counts */
export function closingLine(counts) {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  return `${passed} passed, ${failed} failed`;
}
