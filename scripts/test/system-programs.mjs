import { existsSync } from "node:fs";
import { PlainError } from "../support/plain-error.mjs";
import { browsers, findProgram } from "../support/programs.mjs";

/** Programs that the tests start and npm cannot bring. */
const needed = [
  { names: browsers, debianPackage: "chromium-headless-shell", purpose: "end-to-end tests" },
  { names: ["redis-server"], debianPackage: "redis-server", purpose: "the coordinator's Redis store" },
];

/**
 * The Debian packages to install with apt-get, so that every needed program is there.
 *
 * @param {{ find?: typeof findProgram, isRoot?: boolean, hasAptGet?: boolean }} [machine] for tests
 * @returns {string[]} names of packages; empty when nothing is missing
 * @throws {PlainError} with the line to type, where they cannot be installed from here
 */
export function missingPackages({
  find = findProgram,
  isRoot = process.getuid?.() === 0,
  hasAptGet = existsSync("/usr/bin/apt-get"),
} = {}) {
  const missing = needed.filter(({ names }) => find(names) === null);
  if (missing.length > 0 && !(isRoot && hasAptGet)) {
    const packages = missing.map(({ debianPackage }) => debianPackage).join(" ");
    const purposes = missing.map(({ names, purpose }) => `${names[0]} (${purpose})`).join(" and ");
    throw new PlainError(
      `The tests need ${purposes}. Install it and run npm test again. On Debian:\n  sudo apt-get install ${packages}`,
    );
  }
  return missing.map(({ debianPackage }) => debianPackage);
}

/**
 * @param {string[]} packages
 * @returns {string[][]} commands to run one after the other
 */
export function installCommands(packages) {
  return [
    ["apt-get", "update", "-qq"],
    ["apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages],
  ];
}
