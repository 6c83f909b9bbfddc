import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/**
 * Writes the compiled files to `folder` as a whole: into a new folder first, then by renaming it. A crash leaves the old
 * content, the new content or none, never a mixture. Equal content is left alone, so that nothing is read again.
 * @returns whether anything changed
 */
export function writeOutput(folder: string, files: ReadonlyMap<string, string>): boolean {
  if (isEqual(folder, files)) return false;
  const parent = dirname(folder);
  removeLeftovers(parent);
  const next = join(parent, `.content-${process.pid}-next`);
  const previous = join(parent, `.content-${process.pid}-previous`);
  for (const [path, text] of files) {
    const file = join(next, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  if (statSync(folder, { throwIfNoEntry: false })) renameSync(folder, previous);
  renameSync(next, folder);
  rmSync(previous, { recursive: true, force: true });
  return true;
}

function isEqual(folder: string, files: ReadonlyMap<string, string>): boolean {
  const present = filesBelow(folder);
  return (
    present.length === files.size &&
    present.every((path) => files.get(path) === readFileSync(join(folder, path), "utf8"))
  );
}

function filesBelow(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

/** Removes what runs that were killed have left behind; those of living processes stay. */
function removeLeftovers(parent: string): void {
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const process = /^\.content-(\d+)-(?:next|previous)$/.exec(name)?.[1];
    if (process !== undefined && !isRunning(Number(process)))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(id: number): boolean {
  if (id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
