import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { childPrograms } from "../start/children.mjs";
import { CommandFailed, Stopped } from "../start/errors.mjs";
import { cleanInstall, packagesAreInstalled, tolerantInstall } from "../start/packages.mjs";
import { PlainError } from "../support/plain-error.mjs";
import { installCommands, missingPackages } from "./system-programs.mjs";
import { closingLine, tally } from "./tally.mjs";

/** @typedef {import("./tally.mjs").Count} Count */
/** @typedef {import("./checks.mjs").Check} Check */

const projectRoot = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Sets up what the checks need, runs them all, prints what it does and, last, one line `N passed, N failed`. Exit code 0
 * only when nothing failed, also when this program itself breaks. Never touches the database that DATABASE_URL names.
 *
 * @param {{
 *   long: boolean,
 *   root?: string,
 *   findChecks?: (options: { root: string, reports: string }) => Promise<Check[][]>,
 * }} options long: full counts in place of the quick ones; root, findChecks: for tests of this program
 */
export async function runChecks({ long, root = projectRoot, findChecks = projectChecks }) {
  const began = performance.now();
  const programs = childPrograms({ cwd: root, onChange: () => {} });
  /** @type {Count[]} */
  const counts = [];
  /** @type {(() => Promise<void>)[]} */
  const undo = [];
  const finish = async () => {
    await programs.stop();
    for (const stop of undo.splice(0)) await stop();
    console.log(`Took ${seconds(began)}.`);
    console.log(closingLine(counts));
    process.exit(counts.some(({ failed }) => failed > 0) ? 1 : 0);
  };
  /** @param {unknown} error */
  const breakOff = (error) => {
    console.error(error instanceof PlainError ? messageOf(error) : error);
    counts.push({ passed: 0, failed: 1, skipped: 0 });
    return finish();
  };
  process.once("uncaughtException", breakOff);
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.once(signal, () => void breakOff(new PlainError("Stopped before the end.")));
  }

  // A NODE_ENV of the caller would change what is built and how React behaves.
  const { DATABASE_URL: _database, NODE_ENV: _mode, ...inherited } = process.env;
  /** @type {Record<string, string | undefined>} */
  const env = { ...inherited, NEXT_TELEMETRY_DISABLED: "1", ...(long && { TEST_LONG: "1" }) };
  try {
    await setUp(root, programs, env);
    const reports = mkdtempSync(join(tmpdir(), "crash-window-reports-"));
    undo.push(async () => rmSync(reports, { recursive: true, force: true }));
    for (const stage of await findChecks({ root, reports })) {
      const results = await Promise.all(stage.map((check) => runCheck(programs, check, env, undo)));
      counts.push(...results);
      const broken = stage.find(({ isRequired }, index) => isRequired && results[index]?.failed);
      if (broken === undefined) continue;
      console.error(`"${broken.what}" failed, so what comes after it cannot be checked.`);
      break;
    }
  } catch (error) {
    // After a signal the programs end with Stopped; the signal's own handler finishes.
    if (error instanceof Stopped) return;
    await breakOff(error);
  }
  await finish();
}

/**
 * Loaded only when the packages are there.
 *
 * @param {{ root: string, reports: string }} options
 */
async function projectChecks(options) {
  const { checks } = await import("./checks.mjs");
  return checks(options);
}

/**
 * @param {string} root
 * @param {ReturnType<typeof childPrograms>} programs
 * @param {Record<string, string | undefined>} env
 */
async function setUp(root, programs, env) {
  // Both wait for a network more than for this machine.
  await Promise.all([installPrograms(programs, env), installPackages(root, programs, env)]);
}

/**
 * @param {ReturnType<typeof childPrograms>} programs
 * @param {Record<string, string | undefined>} env
 */
async function installPrograms(programs, env) {
  const packages = missingPackages();
  if (packages.length === 0) return;
  console.log(`Installing ${packages.join(" and ")} with apt-get`);
  const failure = `apt-get could not install ${packages.join(" and ")}. Install it by hand and run npm test again.`;
  for (const command of installCommands(packages)) await programs.run(failure, command, { ...env, DEBIAN_FRONTEND: "noninteractive" });
}

/**
 * @param {string} root
 * @param {ReturnType<typeof childPrograms>} programs
 * @param {Record<string, string | undefined>} env
 */
async function installPackages(root, programs, env) {
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
 * @param {Record<string, string | undefined>} env
 * @param {(() => Promise<void>)[]} undo
 * @returns {Promise<Count>}
 */
async function runCheck(programs, { what, command, env: own, needsDatabase, count }, env, undo) {
  console.log(`${what} …`);
  const began = performance.now();
  let url;
  if (needsDatabase) {
    const { startThrowAwayPostgres } = await import("../postgres.mjs");
    const postgres = await startThrowAwayPostgres();
    undo.push(postgres.stop);
    url = postgres.url;
  }
  const all = { ...env, ...own, ...(url && { DATABASE_URL: url }) };
  /** @type {CommandFailed | null} */
  const failure = await programs.run(`${what}: failed.`, command, all).then(
    () => null,
    (error) => {
      if (error instanceof CommandFailed) return error;
      throw error;
    },
  );
  const result = tally(failure === null, count);
  if (failure !== null) console.error(messageOf(failure));
  console.log(`${what}: ${outcome(result)} in ${seconds(began)}`);
  return result;
}

/**
 * Not in the form of the closing line, which a machine may look for.
 *
 * @param {Count} count
 */
function outcome({ passed, failed, skipped }) {
  const left = skipped > 0 ? ` (${skipped} are for npm run test:long)` : "";
  return failed > 0 ? `${failed} of ${passed + failed} FAILED${left}` : `${passed} passed${left}`;
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
