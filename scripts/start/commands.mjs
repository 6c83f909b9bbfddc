import { join } from "node:path";
import { cleanInstall, tolerantInstall } from "./packages.mjs";

/**
 * The programs that a start runs, each as program and arguments. Tests put small ones in their place.
 *
 * @typedef {object} Commands
 * @property {string[]} install exactly what the lock file says
 * @property {string[]} installTolerantly when npm refuses the lock file
 * @property {string[]} generate the database client
 * @property {string[]} migrate
 * @property {string[]} compileContent
 * @property {string[]} compileDrafts the same, with open places; what has problems keeps its last good state
 * @property {string[]} watchContent checks and compiles what an author saves, until it is ended
 * @property {string[]} build
 * @property {(port: number) => string[]} serve the built app
 * @property {(port: number) => string[]} develop the app, building pages as they are asked for
 */

/**
 * @param {string} root of the project
 * @returns {Commands}
 */
export function projectCommands(root) {
  const node = process.execPath;
  const prisma = join(root, "node_modules", "prisma", "build", "index.js");
  const next = join(root, "node_modules", "next", "dist", "bin", "next");
  const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");
  return {
    install: cleanInstall(),
    installTolerantly: tolerantInstall(),
    generate: [node, prisma, "generate"],
    migrate: [node, prisma, "migrate", "deploy"],
    compileContent: [node, tsx, "--conditions=react-server", join("scripts", "content-compile.ts")],
    compileDrafts: [node, tsx, "--conditions=react-server", join("scripts", "content-compile.ts"), "--drafts"],
    watchContent: [node, tsx, "--conditions=react-server", join("scripts", "content-dev.ts")],
    build: [node, next, "build"],
    serve: (port) => [node, next, "start", "-p", String(port)],
    develop: (port) => [node, next, "dev", "-p", String(port)],
  };
}
