import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The first of these programs that the PATH knows.
 *
 * @param {string[]} names
 * @returns {string | null} full path
 */
export function findProgram(names) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not in this folder.
      }
    }
  }
  return null;
}

/**
 * Names of a Chromium, the best first: without a window of its own a page opens in less than half of the time, and the
 * engine is the same.
 */
export const browsers = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
