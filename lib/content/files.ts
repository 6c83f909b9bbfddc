import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The authors' folder, read-only. Paths are relative to `content/` and use `/`. */
export interface ContentFiles {
  /** Bytes of a file, or null when there is none. */
  read(path: string): Uint8Array | null;
  /** Names of the folders directly inside `path`, sorted; empty when there is none. */
  folders(path: string): string[];
}

/** Content on disk below `root`. */
export function diskFiles(root: string): ContentFiles {
  return {
    read(path) {
      const file = join(root, path);
      return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : null;
    },
    folders(path) {
      const folder = join(root, path);
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
      return readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .sort();
    },
  };
}

/** Content held in memory: path to text or bytes. */
export function memoryFiles(files: ReadonlyMap<string, string | Uint8Array>): ContentFiles {
  return {
    read(path) {
      const file = files.get(path);
      if (file === undefined) return null;
      return typeof file === "string" ? new TextEncoder().encode(file) : file;
    },
    folders(path) {
      const names = new Set<string>();
      for (const file of files.keys()) {
        if (!file.startsWith(`${path}/`)) continue;
        const rest = file.slice(path.length + 1).split("/");
        if (rest.length > 1 && rest[0]) names.add(rest[0]);
      }
      return [...names].sort();
    },
  };
}
