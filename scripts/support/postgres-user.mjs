import { chownSync, statSync } from "node:fs";

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
 */
export function runAs(dataDir) {
  if (process.getuid?.() !== 0) return { identity: {}, dataPath: dataDir };
  const { uid, gid } = statSync(dataDir);
  const identity = uid === 0 ? nobody : { uid, gid };
  if (uid === 0) chownSync(dataDir, nobody.uid, nobody.gid);
  return { identity, dataPath: process.platform === "linux" ? workingFolder : dataDir };
}
