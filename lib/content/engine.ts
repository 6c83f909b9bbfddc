import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { buildSync } from "esbuild";
import { loadModule, parseSync } from "libpg-query";
import type { Executor } from "@/lib/simulator/process/executor";
import { createNativeExecutor } from "@/lib/simulator/process/native";
import { createQuickJsExecutor } from "@/lib/simulator/process/quickjs";
import { loadScenario, type Loaded } from "@/lib/simulator/scenario/load";
import type { SqlParser } from "@/lib/simulator/world/database/parse-tree";

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

const assets: { realm?: string; wasm?: WebAssembly.Module; quickjs?: Executor } = {};

/** An executor for Node: `quickjs` as in the browser, or `native` for speed and debugging of the course's own handlers. */
export function nodeExecutor(name: Executor["name"]): Executor {
  const realm = (assets.realm ??= bundleRealm());
  if (name === "native") return createNativeExecutor({ realm, vm });
  const wasm = (assets.wasm ??= new WebAssembly.Module(readFileSync(quickJsFile())));
  return (assets.quickjs ??= createQuickJsExecutor({ realm, wasm }));
}

/** PostgreSQL's own grammar. */
export async function nodeSqlParser(): Promise<SqlParser> {
  await loadModule();
  return (sql) => parseSync(sql) as unknown as ReturnType<SqlParser>;
}

/** A scenario and the sources of its handlers, by name. */
export interface ScenarioFolder {
  loaded: Loaded;
  handlers: Record<string, string>;
}

/**
 * Reads the folder of a scenario: `scenario.yaml` and the TypeScript files under `handlers`. `shown` is how the path
 * of the file is called in messages.
 */
export async function readScenarioFolder(file: string, shown = file): Promise<ScenarioFolder> {
  const folder = dirname(file);
  const names = existsSync(join(folder, "handlers"))
    ? readdirSync(join(folder, "handlers")).filter((name) => name.endsWith(".ts"))
    : [];
  const handlers = Object.fromEntries(
    names.map((name) => [name.slice(0, -3), readFileSync(join(folder, "handlers", name), "utf8")]),
  );
  const parseSql = await nodeSqlParser();
  return {
    loaded: loadScenario({ slug: basename(folder), file: shown, text: readFileSync(file, "utf8"), handlers, parseSql }),
    handlers,
  };
}
