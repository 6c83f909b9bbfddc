import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Prisma's command line, to be run by node. */
export const prismaCommand = fileURLToPath(new URL("../../node_modules/prisma/build/index.js", import.meta.url));

/**
 * Applies the migrations that the database does not have yet. Several at once are safe: they wait for each other.
 *
 * @param {string} url
 * @throws {Error} with what the command line printed
 */
export async function migrateDatabase(url) {
  try {
    await promisify(execFile)(process.execPath, [prismaCommand, "migrate", "deploy"], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: url, NO_COLOR: "1" },
    });
  } catch (error) {
    const output = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new Error(`The database could not be migrated.\n${output}`, { cause: error });
  }
}
