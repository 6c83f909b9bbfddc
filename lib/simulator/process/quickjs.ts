import baseVariant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSHandle, type QuickJSWASMModule } from "quickjs-emscripten-core";
import type { CompiledHandler } from "./compile";
import { createProgram, type Executor, type RealmDriver, type StartsWith } from "./executor";
import type { HistoryEntry, Identity, Refusal, Snapshot } from "./history";
import { handlerFile, handlerLine } from "./realm/refusals";

/**
 * All the memory that one program can have, in pages of 64 KiB. The module needs 16 MiB to start. QuickJS's own limit
 * counts only part of what is allocated when it is built for WebAssembly, so the memory itself is what ends a run.
 */
const memoryPages = 384;

/** QuickJS asks after every 10,000 jumps and calls or so whether to go on: two million of them per advance. */
const interruptsPerAdvance = 200;

/** Bytes of native stack; some thousands of calls deep. */
const stackBytes = 512 * 1024;

/**
 * Runs handlers in QuickJS compiled to WebAssembly: no names of the host, a limit on instructions, memory and depth.
 * The realm is made once per program; before each run its memory is put back as it was after loading the module.
 */
export function createQuickJsExecutor(assets: { realm: string; wasm: WebAssembly.Module }): Executor {
  return {
    name: "quickjs",
    async load(handler, starts) {
      const memory = new WebAssembly.Memory({ initial: memoryPages, maximum: memoryPages });
      const variant = newVariant(baseVariant, { wasmModule: assets.wasm, wasmMemory: memory });
      const engine = await newQuickJSWASMModuleFromVariant(variant);
      return createProgram(handler, quickJsDriver(engine, memory, assets.realm, handler, starts));
    },
  };
}

interface Image {
  start: number;
  bytes: Uint8Array;
}

/**
 * The part of the memory that holds something, to be written back before each run. What a run leaves elsewhere does
 * not matter: below lies the unused stack, above is memory that QuickJS's allocator, once put back, knows as free.
 */
function imageOf(memory: WebAssembly.Memory): Image {
  const words = new Uint32Array(memory.buffer);
  let first = 0;
  let end = words.length;
  while (words[first] === 0) first++;
  while (words[end - 1] === 0) end--;
  return { start: first * 4, bytes: new Uint8Array(memory.buffer).slice(first * 4, end * 4) };
}

function quickJsDriver(engine: QuickJSWASMModule, memory: WebAssembly.Memory, realmSource: string, handler: CompiledHandler, starts: StartsWith): RealmDriver {
  let interrupts = 0;
  const runtime = engine.newRuntime();
  runtime.setMaxStackSize(stackBytes);
  runtime.setInterruptHandler(() => ++interrupts > interruptsPerAdvance);
  const context = runtime.newContext();
  const realm = context.unwrapResult(context.evalCode(`(() => { ${realmSource}; return realm.open(); })()`, "realm.js"));
  const methods = {
    load: context.getProp(realm, "load"),
    start: context.getProp(realm, "start"),
    advance: context.getProp(realm, "advance"),
    report: context.getProp(realm, "report"),
  };

  /** Calls into the realm and drains its promise jobs. The result is a text; nothing else leaves the realm. */
  const call = (method: QuickJSHandle, ...args: QuickJSHandle[]): { text: string } | { refusal: Refusal } => {
    interrupts = 0;
    const result = context.callFunction(method, context.undefined, ...args);
    args.forEach((arg) => arg.dispose());
    if (result.error) return { refusal: stopOf(context.dump(result.error)) };
    const text = context.typeof(result.value) === "string" ? context.getString(result.value) : "";
    result.value.dispose();
    const jobs = runtime.executePendingJobs();
    if (jobs.error) return { refusal: stopOf(jobs.error.context.dump(jobs.error)) };
    return { text };
  };
  const refusalOf = (result: ReturnType<typeof call>) => ("refusal" in result ? result.refusal : null);

  const loaded = context.evalCode(handler.code, handlerFile);
  const loadRefusal = loaded.error ? syntaxRefusal(context.dump(loaded.error)) : refusalOf(call(methods.load, loaded.value));
  const image = imageOf(memory);
  let stopped: Refusal | null = null;

  return {
    begin(identity: Identity) {
      new Uint8Array(memory.buffer).set(image.bytes, image.start);
      stopped = loadRefusal ?? refusalOf(call(methods.start, context.newString(JSON.stringify(identity)), starts === "once" ? context.true : context.false));
    },
    startRefusal: () => stopped,
    advance: (entry: HistoryEntry) => refusalOf(call(methods.advance, context.newString(JSON.stringify(entry)))),
    report() {
      const result = call(methods.report);
      if ("refusal" in result) throw new Error(`the realm does not report: ${result.refusal.detail}`);
      return JSON.parse(result.text) as Snapshot;
    },
    // The memory is garbage once nothing refers to it; QuickJS's own clean-up would find it in another state.
    dispose: () => undefined,
  };
}

/** Why QuickJS ended a call by itself: the instruction limit, or no memory left. */
function stopOf(error: unknown): Refusal {
  const { message = "", stack = "" } = (typeof error === "object" && error !== null ? error : {}) as { message?: string; stack?: string };
  const code = message === "interrupted" ? "endless" : message === "stack overflow" ? "recursion" : "memory";
  return { code, line: handlerLine(stack), column: null, detail: message };
}

function syntaxRefusal(error: unknown): Refusal {
  const { message = String(error), stack = "" } = error as { message?: string; stack?: string };
  return { code: "syntax", line: handlerLine(stack), column: null, detail: message };
}
