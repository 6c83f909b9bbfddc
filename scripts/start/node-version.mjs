/**
 * The lines of Node that run this project: `engines` in package.json, as [major, first minor].
 *
 * @type {[number, number][]}
 */
const supported = [
  [20, 19],
  [22, 12],
];
/** From here on every version. */
const firstWithoutGaps = 24;

/**
 * Written for any Node, however old: it decides what is loaded next.
 *
 * @param {string} version as in `process.versions.node`
 * @returns {string | null} a sentence that says what to do, or null when this Node will do
 */
export function unsupportedNode(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major >= firstWithoutGaps || supported.some(([line, first]) => line === major && minor >= first)) return null;
  return (
    "Crash Window does not run on Node " + version + ". It needs Node 20.19 or newer " +
    "(of the 22 line 22.12 or newer; 21 and 23 will not do). Install one from https://nodejs.org and start again."
  );
}
