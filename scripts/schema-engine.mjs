#!/usr/bin/env node
/**
 * Stands in for the program that Prisma's command line would download: the same engine, as the official WebAssembly
 * build from npm. Speaks what the command line expects of the program: line by line JSON-RPC on standard input and
 * output, log lines as JSON on standard error, two sub-commands. `prisma.config.ts` points to it.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import {
  connectionErrorCode,
  connectionFactory,
  createDatabase,
  offlineFactory,
  readCatalogueChar,
  withClient,
} from "./support/schema-engine-database.mjs";

/** Where the engine leaves the message of a panic. */
const panic = {
  message: "",
  /** @param {string} message */
  set_message(message) {
    this.message = message;
  },
};
const words = process.argv.slice(2);
/** Id of the notifications to the command line, which counts its own requests from 1. It must not be 0. */
const printId = 1_000_000;
/** @type {{ url?: string, shadowDatabaseUrl?: string }} */
const datasource = JSON.parse(optionValues("--datasource")[0] ?? "{}");
const url = datasource.url ?? process.env.DATABASE_URL;

if (words.includes("--version")) console.log("schema-engine-cli (WebAssembly)");
else if (words.includes("cli")) await runSubCommand(words[words.indexOf("cli") + 1]);
else await serve();

/** @param {string} name */
function optionValues(name) {
  return words.flatMap((word, index) => (word === name ? [words[index + 1] ?? ""] : []));
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message || String("code" in error ? error.code : error.name) : String(error);
}

/** @param {string | undefined} command */
async function runSubCommand(command) {
  // The command line throws the first line away.
  logLine("INFO", { message: "Starting the schema engine" });
  try {
    if (url === undefined) throw new Error("No database URL was given.");
    if (command === "can-connect-to-database") await withClient(url, (client) => client.query("SELECT 1"));
    else if (command === "create-database") await createDatabase(url);
    else throw new Error(`Unknown command: ${command}`);
    logLine("INFO", { message: "Done" });
  } catch (error) {
    logLine("ERROR", { message: messageOf(error), error_code: connectionErrorCode(error), is_panic: false });
    process.exitCode = 1;
  }
}

/**
 * @param {"INFO" | "ERROR"} level
 * @param {Record<string, unknown>} fields
 */
function logLine(level, fields) {
  const line = { timestamp: new Date().toISOString(), level, fields, target: "schema_engine::logger" };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

/** Answers requests until standard input ends and the last answer is out. */
async function serve() {
  readCatalogueChar();
  const { SchemaEngine } = await loadEngine();
  /** @type {Promise<import("@prisma/schema-engine-wasm").SchemaEngine> | undefined} */
  let connected;
  const connectedEngine = () => {
    if (url === undefined) return Promise.reject(new Error("No database URL was given."));
    /** @type {[string, string][]} */
    const datamodels = optionValues("--datamodels").map((path) => [path, readFileSync(path, "utf8")]);
    const factory = bindMigrationAwareSqlAdapterFactory(connectionFactory({ ...datasource, url }));
    return (connected ??= SchemaEngine.new(
      { datamodels: datamodels.length > 0 ? datamodels : undefined },
      () => {},
      factory,
    ));
  };

  /**
   * @param {string} method
   * @param {any} parameters of the method, as the command line sends them
   */
  const call = async (method, parameters) => {
    if (method === "createDatabase") return { databaseName: await createDatabase(parameters?.datasource?.url ?? url) };
    if (method === "getDatabaseVersion") return (await connectedEngine()).version(parameters);
    if (method !== "diff") return /** @type {any} */ (await connectedEngine())[method](parameters);
    const engine = comparesFilesOnly(parameters)
      ? await SchemaEngine.new({ datamodels: undefined }, () => {}, offlineFactory())
      : await connectedEngine();
    const result = await engine.diff(parameters);
    // The text of a comparison is expected as a notification, before the answer.
    if (typeof result.stdout === "string") send({ id: printId, method: "print", params: { content: result.stdout } });
    return result;
  };

  /** @type {Map<unknown, Promise<void>>} */
  const pending = new Map();
  // The engine panics by an exception outside of any promise. Unanswered, the command line would exit with code 0.
  process.once("uncaughtException", (error) => {
    for (const id of pending.keys()) send({ id, error: rpcError(error) });
    process.exitCode = 101;
    process.stdin.destroy();
  });

  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === "") continue;
    const { id, method, params } = JSON.parse(line);
    // A line without a method acknowledges a notification.
    if (method === undefined) continue;
    const answer = call(method, Array.isArray(params) ? params[0] : params)
      .then(
        (result) => send({ id, result: result ?? {} }),
        (error) => send({ id, error: rpcError(error) }),
      )
      .finally(() => pending.delete(id));
    pending.set(id, answer);
  }
  await Promise.all(pending.values());
  process.exit(0);
}

/** @param {{ from: { tag: string }, to: { tag: string } }} parameters */
function comparesFilesOnly({ from, to }) {
  return [from, to].every(({ tag }) => tag === "empty" || tag === "schemaDatamodel");
}

/** @param {Record<string, unknown>} message */
function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

/** @param {any} error of the engine: an Error, sometimes with a code of Prisma's */
function rpcError(error) {
  const message = error instanceof WebAssembly.RuntimeError ? panic.message || error.message : messageOf(error);
  const data = { is_panic: false, message, error_code: error?.code, meta: null };
  return { code: 4466, message: "An error happened. Check the data field for details.", data };
}

/** @returns {Promise<typeof import("@prisma/schema-engine-wasm")>} */
async function loadEngine() {
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panic });
  const folder = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg"));
  const bindings = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const compiled = new WebAssembly.Module(readFileSync(join(folder, "schema_engine_bg.wasm")));
  const { exports } = new WebAssembly.Instance(compiled, { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(exports);
  /** @type {any} */ (exports).__wbindgen_start();
  return bindings;
}
