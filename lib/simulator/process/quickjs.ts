import baseVariant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant } from "quickjs-emscripten-core";
import { createProgram, type Executor } from "./executor";
import { takeImage } from "./memory-image";
import { interruptsPerCall, quickJsDriver, type Engine } from "./quickjs-driver";

/**
 * All the memory that handlers can have, in pages of 64 KiB. The module needs 16 MiB to start. QuickJS's own limit
 * counts only part of what is allocated when it is built for WebAssembly, so the memory itself is what ends a run.
 */
const memoryPages = 384;

/**
 * Bytes of native stack: some hundred nested calls. With more, the stack of the engine that runs WebAssembly would end
 * first, and with it the program.
 */
const stackBytes = 160 * 1024;

/**
 * Runs handlers in QuickJS compiled to WebAssembly: no names of the host, a limit on instructions, memory and depth.
 * The realm is made once; before each run the memory is put back as it was after loading the handler's module.
 */
export async function createQuickJsExecutor(assets: { realm: string; wasm: WebAssembly.Module }): Promise<Executor> {
  const engine = await startEngine(assets);
  return { name: "quickjs", load: (handler, starts) => createProgram(handler, quickJsDriver(engine, handler, starts)) };
}

async function startEngine(assets: { realm: string; wasm: WebAssembly.Module }): Promise<Engine> {
  const memory = new WebAssembly.Memory({ initial: memoryPages, maximum: memoryPages });
  const variant = newVariant(baseVariant, { wasmModule: assets.wasm, wasmMemory: memory });
  const runtime = (await newQuickJSWASMModuleFromVariant(variant)).newRuntime();
  const limits = { interrupts: 0, exhausted: false };
  runtime.setMaxStackSize(stackBytes);
  runtime.setInterruptHandler(() => ++limits.interrupts > interruptsPerCall);
  // The memory cannot grow: that somebody tries to is how its end is noticed.
  memory.grow = () => {
    limits.exhausted = true;
    throw new RangeError("the memory of handlers does not grow");
  };
  const context = runtime.newContext();
  const realm = context.unwrapResult(
    context.evalCode(`(() => { ${assets.realm}; return realm.open(); })()`, "realm.js"),
  );
  const method = (name: string) => context.getProp(realm, name);
  const methods = {
    load: method("load"),
    start: method("start"),
    advance: method("advance"),
    report: method("report"),
  };
  return { memory, runtime, context, methods, limits, opened: takeImage(memory), processes: 0 };
}
