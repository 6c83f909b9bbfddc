import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { bundleRealm, quickJsFile } from "./engine";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Writes the files of the browser's engine: the worker, the realm, QuickJS, and PostgreSQL's grammar, which is loaded
 * only when it is needed. `folder` is made anew.
 */
export function writeBrowserEngine(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  buildSync({
    entryPoints: [join(root, "components", "simulator", "engine", "worker.ts")],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    minify: true,
    chunkNames: "chunk-[hash]",
    tsconfig: join(root, "tsconfig.json"),
    // Named in branches of the packages that a browser never takes.
    external: ["node:fs", "node:crypto"],
    logLevel: "warning",
  });
  writeFileSync(join(folder, "realm.js"), bundleRealm());
  copyFileSync(quickJsFile(), join(folder, "quickjs.wasm"));
  copyFileSync(join(dirname(require.resolve("libpg-query")), "libpg-query.wasm"), join(folder, "libpg-query.wasm"));
}
