import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** What the simulator puts into a realm: the core, and the memory store. */
const entry = `
export { createCoordinator } from "./coordinator";
export { jsonCodec } from "./codec";
export { fingerprintOf } from "./fingerprint";
export { MemoryStore } from "./stores/memory/store";
`;

/** A world inside the realm: virtual time without timers, two processes, a mailer, and a process that dies. */
const scenes = `
let now = 0;
let timers = [];
const clock = {
  now: () => now,
  sleep: (ms, cancel) => new Promise((resolve) => {
    if (cancel && cancel.cancelled) return resolve();
    const timer = { at: now + ms, resolve };
    timers.push(timer);
    if (cancel) cancel.onCancel(() => { timers = timers.filter((other) => other !== timer); resolve(); });
  }),
};
/** Called from outside when all promises have settled. */
globalThis.tick = () => {
  if (timers.length === 0) return false;
  const next = timers.reduce((first, timer) => (timer.at < first.at ? timer : first));
  timers = timers.filter((timer) => timer !== next);
  now = next.at;
  next.resolve();
  return true;
};
let tokens = 0;
const random = { token: () => String(++tokens).padStart(32, "0"), fraction: () => 0.5 };
const store = new core.MemoryStore({ clock });
const process = (overrides) => core.createCoordinator({ store: { ...bind(store), ...overrides }, clock, random });
function bind(target) {
  const names = ["reserve", "complete", "renew", "release", "read", "waitForChange"];
  return Object.fromEntries([["capabilities", target.capabilities], ...names.map((name) => [name, target[name].bind(target)])]);
}
let mails = 0;
const send = async () => { await clock.sleep(100); const receipt = "em_" + ++mails; await clock.sleep(100); return receipt; };
const request = { operation: "mail.invoice", key: "order-9.invoice", waitTimeoutMs: 60000, fingerprint: core.fingerprintOf({ to: "\u00e9\u{1f4b3}" }) };

async function run() {
  const both = await Promise.all([process({}).execute(request, send), process({}).execute(request, send)]);
  const replay = await process({}).execute(request, send);
  const other = await process({}).execute({ ...request, fingerprint: "other" }, send);

  const crashed = { ...request, key: "order-6" };
  void process({ complete: () => new Promise(() => {}), renew: () => new Promise(() => {}) }).execute(crashed, send);
  await clock.sleep(5000);
  const takeover = await process({}).execute(crashed, ({ takeover }) => takeover);
  const slow = await process({}).execute({ ...request, key: "slow" }, () => clock.sleep(100000));
  const keys = [];
  await process({}).execute({ ...request, key: "key" }, ({ downstreamKey }) => { keys.push(downstreamKey); });
  const invalid = await process({}).execute({ ...request, key: "" }, send).catch((error) => error.name);
  return JSON.stringify({ both, replay, other, takeover, slow: slow.kind, keys, invalid, mails });
}
globalThis.result = null;
run().then((value) => { globalThis.result = value; }, (error) => { globalThis.result = JSON.stringify({ error: String(error), stack: error.stack }); });
`;

async function bundle(): Promise<string> {
  const stdin = { contents: entry, resolveDir: path("."), loader: "ts" as const };
  const output = await build({ stdin, bundle: true, write: false, format: "iife", globalName: "core", target: "es2022" });
  return output.outputFiles[0]?.text ?? "";
}

describe("the core and the memory store", () => {
  it("run inside QuickJS, which has no timers, no Intl, no URL, no TextEncoder, no AbortController and no crypto", async () => {
    const quickjs = await newQuickJSWASMModuleFromVariant(variant);
    const realm = quickjs.newContext();
    const evaluate = (code: string): unknown => {
      const handle = realm.unwrapResult(realm.evalCode(code));
      const value: unknown = realm.dump(handle);
      handle.dispose();
      return value;
    };
    try {
      const absent = ["setTimeout", "Intl", "URL", "TextEncoder", "AbortController", "crypto", "structuredClone", "process"];
      expect(evaluate(`JSON.stringify([${absent.map((name) => `typeof ${name}`).join(",")}])`)).toBe(
        JSON.stringify(absent.map(() => "undefined")),
      );
      evaluate(`${await bundle()}; null`);
      evaluate(`${scenes}; null`);
      do realm.unwrapResult(realm.runtime.executePendingJobs());
      while (evaluate("result === null && tick()") === true);
      const result = JSON.parse(String(evaluate("result"))) as Record<string, unknown>;
      expect(result).toMatchObject({
        both: [
          { kind: "executed", value: "em_1", fencingToken: 1 },
          { kind: "waited", value: "em_1", waitedMs: 200 },
        ],
        replay: { kind: "replayed", value: "em_1" },
        other: { kind: "key-reuse", pending: false },
        takeover: { kind: "executed", value: true, attempt: 2 },
        slow: "executed",
        keys: [expect.stringMatching(/^[0-9a-f]{64}$/)],
        invalid: "IdempotencyKeyInvalidError",
        mails: 2,
      });
    } finally {
      realm.dispose();
    }
  });

  it("use nothing but ECMAScript 2022: they compile without the types of Node and of browsers", { timeout: 60_000 }, () => {
    const files = ["coordinator.ts", "fingerprint.ts", "metrics.ts", "stores/memory/store.ts", "conformance/conformance.ts"];
    const program = ts.createProgram(files.map(path), {
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2022.d.ts"],
      types: [],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      strict: true,
      skipLibCheck: true,
      noEmit: true,
    });
    const messages = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText, file, start }) => `${file?.fileName}:${start} ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
    expect(messages).toEqual([]);
  });

  it("import nothing from the rest of the project, and no package", async () => {
    const stdin = { contents: entry, resolveDir: path("."), loader: "ts" as const };
    const { metafile } = await build({ stdin, bundle: true, write: false, metafile: true, format: "esm" });
    const inputs = Object.keys(metafile.inputs).filter((name) => name !== "<stdin>");
    expect(inputs.filter((name) => !name.startsWith("lib/coordinator/"))).toEqual([]);
    expect(inputs.filter((name) => /platform|redis|postgres|http|testing/.test(name))).toEqual([]);
  });
});
