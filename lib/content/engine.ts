import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { buildSync } from "esbuild";
import { loadModule, parseSync } from "libpg-query";
import type { Main } from "@/lib/simulator/ports";
import { compileHandler } from "@/lib/simulator/process/compile";
import type { Executor } from "@/lib/simulator/process/executor";
import { createNativeExecutor } from "@/lib/simulator/process/native";
import { createQuickJsExecutor } from "@/lib/simulator/process/quickjs";
import { loadScenario, type Loaded } from "@/lib/simulator/scenario/load";
import { FencedConsumer } from "@/lib/simulator/traffic/consumer-group";
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

const assets: { realm?: string; quickjs?: Promise<Executor>; passes?: true } = {};

function realm(): string {
  return (assets.realm ??= bundleRealm());
}

/**
 * Lets a promise pass that a handler has forgotten and that was rejected: it belongs to the handler's realm, whose other
 * engine lets it pass too, and Node would end this program over it. A rejection of this program's own keeps its effect.
 */
function passForgottenPromises(): void {
  if (assets.passes) return;
  assets.passes = true;
  process.on("unhandledRejection", (reason, promise) => {
    if (promise instanceof Promise && process.listenerCount("unhandledRejection") === 1) throw reason;
  });
}

/** Runs the course's own handlers in this process. For everything that must be said at once, such as a compilation. */
export function nativeExecutor(limits: { timeoutMs?: number } = {}): Executor {
  passForgottenPromises();
  return createNativeExecutor({ realm: realm(), vm, ...limits });
}

/** The executor of the browser, in Node. */
export function quickJsExecutor(): Promise<Executor> {
  return (assets.quickjs ??= createQuickJsExecutor({
    realm: realm(),
    wasm: new WebAssembly.Module(readFileSync(quickJsFile())),
  }));
}

/**
 * The default export of a handler of the course, to be called with ports of one's own: for traffic, where nothing is
 * searched and a hundred thousand messages pass. Never for what a learner typed: nothing ends a loop without end.
 * @param file named by errors, with the line of the source
 * @throws HandlerFailed when the source is no TypeScript, or exports nothing by default
 */
export function liveHandler(source: string, file: string): Main {
  const compiled = compileHandler(source);
  if ("refusal" in compiled) throw new HandlerFailed(file, compiled.refusal.line, compiled.refusal.detail);
  const module: { default?: Main } = {};
  vm.runInThisContext(compiled.compiled.code, { filename: file })(module, () => ({}));
  const main = module.default;
  if (!main) throw new HandlerFailed(file, null, "the handler has no default export");
  return async (ports) => {
    try {
      await main(ports);
    } catch (error) {
      throw failureIn(file, error) ?? error;
    }
  };
}

/** A handler of the course that cannot run, with its place. */
export class HandlerFailed extends Error {
  constructor(file: string, line: number | null, detail: string) {
    super(`${file}:${line ?? 1} ${detail}`);
    this.name = "HandlerFailed";
  }
}

/** What a handler threw, at its line; null for what an answer made it throw, such as the loss of its partition. */
function failureIn(file: string, error: unknown): HandlerFailed | null {
  if (!(error instanceof Error) || error instanceof FencedConsumer) return null;
  const line = (error.stack ?? "").split(`${file}:`)[1]?.match(/^\d+/)?.[0];
  return new HandlerFailed(file, line === undefined ? null : Number(line), error.message);
}

export async function nodeExecutor(name: Executor["name"]): Promise<Executor> {
  return name === "native" ? nativeExecutor() : quickJsExecutor();
}

await loadModule();

/** PostgreSQL's own grammar. */
export const parseSql: SqlParser = (sql) => parseSync(sql) as unknown as ReturnType<SqlParser>;

/** A scenario and the sources of its handlers, by name. */
export interface ScenarioFolder {
  loaded: Loaded;
  handlers: Record<string, string>;
}

/**
 * Reads the folder of a scenario on disk: `scenario.yaml` and the TypeScript files under `handlers`. `shown` is what
 * the path of the file is called in messages.
 */
export function readScenarioFolder(file: string, shown = file): ScenarioFolder {
  const folder = join(dirname(file), "handlers");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".ts")) : [];
  const handlers = Object.fromEntries(names.map((name) => [name.slice(0, -3), readFileSync(join(folder, name), "utf8")]));
  const source = { slug: basename(dirname(file)), file: shown, text: readFileSync(file, "utf8"), parseSql };
  return { loaded: loadScenario({ ...source, existing: Object.keys(handlers), readHandler: (name) => handlers[name] ?? null }), handlers };
}
