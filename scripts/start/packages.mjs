import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Whether `node_modules` holds exactly what `package-lock.json` asks for. npm keeps its own list of what it installed
 * and writes it last, so an interrupted installation counts as none. Packages for other platforms may be missing.
 *
 * @param {string} root
 */
export function packagesAreInstalled(root) {
  const wanted = readPackages(join(root, "package-lock.json"));
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  if (wanted === null || installed === null) return false;
  const missing = Object.entries(wanted).some(([path, { version, optional }]) => {
    if (path === "" || installed[path]?.version === version) return false;
    return installed[path] !== undefined || optional !== true;
  });
  return !missing && Object.keys(installed).every((path) => path in wanted);
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }> | null} by path below the project
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return null;
  }
}

/**
 * npm, as it was called to get here, or as the shell finds it.
 *
 * @returns {string[]}
 */
export function npmCommand() {
  const script = process.env.npm_execpath;
  return script !== undefined && /npm-cli\.c?js$/.test(script) ? [process.execPath, script] : ["npm"];
}

/** Tools for building are needed too, whatever NODE_ENV says; the database server is an optional package. */
const flags = ["--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];

/** @returns {string[]} exactly what the lock file says */
export function cleanInstall() {
  return [...npmCommand(), "ci", ...flags];
}

/** @returns {string[]} for an npm that refuses this lock file; changes neither it nor package.json */
export function tolerantInstall() {
  return [...npmCommand(), "install", "--no-save", ...flags];
}
