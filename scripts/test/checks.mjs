import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectCommands } from "../start/commands.mjs";
import { prismaCommand } from "../support/migrate.mjs";
import { countPlaywright, countVitest } from "./tally.mjs";

/**
 * One thing that is checked.
 *
 * @typedef {object} Check
 * @property {string} what said while it runs
 * @property {string[]} command
 * @property {Record<string, string>} [env]
 * @property {boolean} [needsDatabase] DATABASE_URL is set to a throw-away server
 * @property {boolean} [isRequired] when it fails, what comes after it cannot run
 * @property {() => import("./tally.mjs").Count} [count] reads the report that the command wrote
 */

/**
 * @param {{ root: string, reports: string }} options reports: a folder for the runners' reports
 * @returns {Check[][]} stages, one after the other; the checks of a stage run side by side
 */
export function checks({ root, reports }) {
  const node = process.execPath;
  const bin = (/** @type {string[]} */ ...path) => join(root, "node_modules", ...path);
  const project = projectCommands(root);
  const tsx = [node, bin("tsx", "dist", "cli.mjs"), "--conditions=react-server"];
  const tsc = [node, bin("typescript", "bin", "tsc")];
  const vitestReport = join(reports, "vitest.json");
  const playwrightReport = join(reports, "playwright.json");
  // Not the folder of `npm start`: the app may be running while the tests are.
  const build = { NEXT_DIST_DIR: ".next-test" };
  return [
    [{ what: "Generate the database client", command: project.generate, isRequired: true }],
    [{ what: "Compile the content", command: project.compileContent, isRequired: true }],
    [{ what: "Generate the types of the routes", command: [node, bin("next", "dist", "bin", "next"), "typegen"], env: build }],
    [
      { what: "Type check", command: [...tsc, "--noEmit"] },
      { what: "Type check of the handlers", command: [...tsc, "--noEmit", "-p", "content"] },
      { what: "Lint", command: [node, bin("eslint", "bin", "eslint.js"), "--max-warnings=0", "."] },
    ],
    [
      // Beside the build, which keeps one core busy most of the time.
      { what: "Production build", command: project.build, env: build, isRequired: true },
      { what: "Content check", command: [...tsx, join("scripts", "content-check.ts")] },
      {
        what: "Migrations match the schema",
        needsDatabase: true,
        command: [
          ...[node, prismaCommand, "migrate", "diff", "--exit-code"],
          ...["--from-migrations", "prisma/migrations", "--to-schema", "prisma/schema.prisma"],
        ],
      },
    ],
    [
      {
        what: "Unit and integration tests",
        command: [node, bin("vitest", "vitest.mjs"), "run", "--reporter=default", "--reporter=json", `--outputFile.json=${vitestReport}`],
        count: () => countVitest(readFileSync(vitestReport, "utf8")),
      },
    ],
    [{ what: "Weight of the pages", command: [...tsx, join("bench", "pages.ts")], env: build }],
    [
      {
        what: "End-to-end tests in Chromium",
        command: [node, bin("@playwright", "test", "cli.js"), "test", "--reporter=line,json"],
        env: { ...build, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
        count: () => countPlaywright(readFileSync(playwrightReport, "utf8")),
      },
    ],
  ];
}
