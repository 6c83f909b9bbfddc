import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { childPrograms } from "../start/children.mjs";
import { CommandFailed, Stopped } from "../start/errors.mjs";
import { cleanInstall, packagesAreInstalled, tolerantInstall } from "../start/packages.mjs";
import { PlainError } from "../support/plain-error.mjs";
import { installCommands, missingPackages } from "./system-programs.mjs";
import { closingLine } from "./tally.mjs";

/** @typedef {import("./tally.mjs").Count} Count */
/** @typedef {import("./checks.mjs").Check} Check */

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Sets up what the checks need, runs them all, prints what it does and, last, one line `N passed, N failed`. Exit code 0
 * only when nothing failed. Never touches the database that DATABASE_URL names.
 *
 * @param {{ long: boolean }} options long: full counts in place of the quick ones
 */
export async function runChecks({ long }) {
  const began = performance.now();
  const reports = mkdtempSync(join(tmpdir(), "crash-window-reports-"));
  const programs = childPrograms({ cwd: root, onChange: () => {} });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.once(signal, () => void programs.stop());
  const { DATABASE_URL: _unused, ...env } = process.env;
  Object.assign(env, { NEXT_TELEMETRY_DISABLED: "1", ...(long && { TEST_LONG: "1" }) });

  /** @type {Count[]} */
  const counts = [];
  /** @type {(() => Promise<void>)[]} */
  const undo = [];
  try {
    await setUp(programs, env);
    const { checks, required } = await import("./checks.mjs");
    const { startThrowAwayPostgres } = await import("../postgres.mjs");
    const postgres = await startThrowAwayPostgres();
    undo.push(postgres.stop);
    const databaseEnv = { DATABASE_URL: postgres.url };
    for (const stage of checks({ root, reports, env })) {
      const results = await Promise.all(stage.map((check) => runCheck(programs, check, { ...env, ...(check.needsDatabase && databaseEnv) })));
      counts.push(...results);
      const broken = stage.find(({ what }, index) => required.includes(what) && results[index]?.failed);
      if (broken) throw new PlainError(`"${broken.what}" failed, so what comes after it cannot be checked.`);
    }
  } catch (error) {
    if (!(error instanceof Stopped)) console.error(error instanceof PlainError ? messageOf(error) : error);
    if (counts.every(({ failed }) => failed === 0)) counts.push({ passed: 0, failed: 1 });
  }
  await programs.stop();
  for (const stop of undo) await stop();
  rmSync(reports, { recursive: true, force: true });

  console.log(`Took ${seconds(began)}.`);
  console.log(closingLine(counts));
  process.exit(counts.some(({ failed }) => failed > 0) ? 1 : 0);
}

/**
 * @param {ReturnType<typeof childPrograms>} programs
 * @param {NodeJS.ProcessEnv} env
 */
async function setUp(programs, env) {
  const packages = missingPackages();
  if (packages.length > 0) {
    console.log(`Installing ${packages.join(" and ")} with apt-get`);
    const failure = `apt-get could not install ${packages.join(" and ")}. Install it by hand and run npm test again.`;
    const aptEnv = { ...env, DEBIAN_FRONTEND: "noninteractive" };
    for (const command of installCommands(packages)) await programs.run(failure, command, aptEnv);
  }
  if (packagesAreInstalled(root)) return;
  console.log("Installing the packages with npm ci. The first time this takes a minute or two.");
  const failure = "The packages could not be installed. Check the connection to the npm registry and run npm test again.";
  await programs.run(failure, cleanInstall(), env).catch((error) => {
    if (!(error instanceof CommandFailed)) throw error;
    console.log("npm ci did not accept the lock file or could not finish; trying npm install.");
    return programs.run(failure, tolerantInstall(), env);
  });
}

/**
 * @param {ReturnType<typeof childPrograms>} programs
 * @param {Check} check
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Count>}
 */
async function runCheck(programs, { what, command, env: own, count }, env) {
  console.log(`${what} …`);
  const began = performance.now();
  let failure = null;
  await programs.run(`${what}: failed.`, command, { ...env, ...own }).catch((error) => {
    if (!(error instanceof CommandFailed)) throw error;
    failure = error;
  });
  let result = failure ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 };
  try {
    if (count) result = count();
  } catch {
    // The runner ended before it could write its report: the failure of the command says so.
  }
  // A runner can also fail with every test passed, for instance by an error outside of the tests.
  if (failure && result.failed === 0) result = { ...result, failed: 1 };
  if (failure) console.error(messageOf(failure));
  console.log(`${what}: ${result.passed} passed, ${result.failed} failed (${seconds(began)})`);
  return result;
}

/** Lines of a failed program that are printed. */
const lastLines = 250;

/** @param {Error} error */
function messageOf(error) {
  const output = error instanceof CommandFailed ? error.output.trim().split("\n").slice(-lastLines) : [];
  return [...output, error.message].join("\n").trim();
}

/** @param {number} began */
function seconds(began) {
  return `${((performance.now() - began) / 1000).toFixed(0)} s`;
}
