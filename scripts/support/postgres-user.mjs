import { chownSync, lchownSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { PlainError } from "./plain-error.mjs";

/**
 * How to run PostgreSQL for a data folder: as which user, and under which path it sees its data.
 *
 * @typedef {object} RunAs
 * @property {{ uid?: number, gid?: number }} identity for `child_process.spawn`; empty: the user of this process
 * @property {string} dataPath what to pass as `-D` to a program started in the data folder
 */

/** `nobody` and `nogroup` on Debian and most other systems. */
const nobody = { uid: 65534, gid: 65534 };

/**
 * The path of the data folder for a program that runs in it but may not be allowed to walk there: `/proc/self/cwd`
 * leads to the working folder without asking for rights on the folders above it. With it a project below `/root`
 * (mode 0700) keeps its database inside the project. Absolute paths would be refused, and PostgreSQL makes every
 * relative path absolute.
 */
export const workingFolder = "/proc/self/cwd";

/**
 * PostgreSQL refuses to run as root. For root it runs as the owner of the data folder or, where root owns that,
 * as nobody, who then becomes the owner.
 *
 * @param {string} dataDir existing folder
 * @returns {RunAs}
 * @throws {PlainError} when the folder belongs to another user and this one is not root
 */
export function runAs(dataDir) {
  const user = process.getuid?.();
  if (user === undefined) return { identity: {}, dataPath: dataDir };
  const { uid, gid } = statSync(dataDir);
  if (user !== 0) {
    if (uid === user) return { identity: {}, dataPath: dataDir };
    throw new PlainError(
      `The database in ${dataDir} belongs to another user (number ${uid}). ` +
        `Start as that user or as root, or take it over: sudo chown -R ${user} ${dataDir} ${dataDir}.*`,
    );
  }
  if (uid === 0) giveTo(nobody, dataDir);
  return {
    identity: uid === 0 ? nobody : { uid, gid },
    dataPath: process.platform === "linux" ? workingFolder : dataDir,
  };
}

/**
 * @param {{ uid: number, gid: number }} owner
 * @param {string} folder
 */
function giveTo(owner, folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveTo(owner, path);
    else lchownSync(path, owner.uid, owner.gid);
  }
  chownSync(folder, owner.uid, owner.gid);
}
