import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The program of a child process as one file, which starts much faster than its many modules would. */
export interface ChildProgram {
  file: string;
  remove: () => void;
}

/** Packages of npm are found by `require`, which a module of ECMAScript lacks. */
const banner = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** @param entry of the program, below this folder */
export async function bundleChild(entry: "child/main.ts" | "rabbit/consumer.ts" = "child/main.ts"): Promise<ChildProgram> {
  const folder = mkdtempSync(join(tmpdir(), "crash-window-child-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  const file = join(folder, "child.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    outfile: file,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    banner: { js: banner },
    external: ["pg-native"],
    logLevel: "silent",
  });
  return {
    file,
    remove: () => {
      process.off("exit", remove);
      remove();
    },
  };
}
