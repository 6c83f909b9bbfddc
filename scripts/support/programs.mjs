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
