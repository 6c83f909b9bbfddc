/** The real test command with small checks in place of compilers and test runners. `node small-checks.mjs CASE` */
import { runChecks } from "../run.mjs";

/** @param {string} code */
const node = (code) => [process.execPath, "-e", code];
const good = { what: "Good", command: node("") };
const bad = { what: "Bad", command: node("console.error('line 7 is wrong'); process.exit(3)") };
const last = { what: "Last", command: node("") };

/** @type {Record<string, () => import("../checks.mjs").Check[][]>} */
const cases = {
  good: () => [[good], [{ ...good, count: () => ({ passed: 40, failed: 0, skipped: 2 }) }]],
  bad: () => [[good, bad], [last]],
  "required-bad": () => [[{ ...bad, isRequired: true }], [last]],
  "no-report": () => [[{ ...good, count: () => JSON.parse("") }]],
  crash: () => {
    throw new TypeError("a defect of ours");
  },
  "crash-outside": () => {
    setTimeout(() => {
      throw new TypeError("a defect of ours");
    }, 100);
    return [[{ what: "Slow", command: node("setInterval(() => {}, 1000)") }]];
  },
  slow: () => [[good], [{ what: "Slow", command: node("setInterval(() => {}, 1000)") }]],
  environment: () => [
    [
      {
        what: "Environment",
        command: node("process.exit(process.env.DATABASE_URL || process.env.NODE_ENV || !process.env.TEST_LONG ? 1 : 0)"),
      },
    ],
  ],
};

const name = process.argv[2] ?? "";
await runChecks({ long: name === "environment", findChecks: async () => cases[name]?.() ?? [] });
