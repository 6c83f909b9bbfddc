import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { buildSync } from "esbuild";
import type { Executor } from "@/lib/simulator/process/executor";
import { createNativeExecutor } from "@/lib/simulator/process/native";
import { createQuickJsExecutor } from "@/lib/simulator/process/quickjs";

/**
 * The simulator knows no files: this reads for it, in Node, what the browser fetches. Each part is made once per
 * process, on first use.
 */

const simulator = new URL("../simulator/", import.meta.url);
const require = createRequire(import.meta.url);

/** The code that prepares a realm and drives the handler in it, as one script that sets `realm`. */
export function bundleRealm(): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL("process/realm/open.ts", simulator))],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "realm",
    target: "es2022",
    platform: "neutral",
    minify: true,
    logLevel: "silent",
  });
  return (outputFiles[0] as (typeof outputFiles)[number]).text;
}

/** Where the WebAssembly file of QuickJS lies. */
export function quickJsFile(): string {
  return require.resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
}

const assets: { realm?: string; wasm?: WebAssembly.Module } = {};

/** An executor for Node: `quickjs` as in the browser, or `native` for speed and debugging of the course's own handlers. */
export function nodeExecutor(name: Executor["name"]): Executor {
  const realm = (assets.realm ??= bundleRealm());
  if (name === "native") return createNativeExecutor({ realm, vm });
  const wasm = (assets.wasm ??= new WebAssembly.Module(readFileSync(quickJsFile())));
  return createQuickJsExecutor({ realm, wasm });
}
