import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from "quickjs-emscripten-core";
import { deepestLine, type CompiledHandler } from "./compile";
import type { RealmDriver, StartsWith } from "./executor";
import type { HistoryEntry, Identity, Refusal, RefusalCode, Snapshot } from "./history";
import { interruptedLine } from "./loops";
import { clearAbove, restoreImage, takeImage, type MemoryImage } from "./memory-image";
import { handlerFile, handlerLine } from "./realm/refusals";

/** QuickJS asks after every 10,000 jumps and calls or so whether to go on: two million of them per call into the realm. */
export const interruptsPerCall = 200;

/** QuickJS with the realm prepared in it. One process at a time lives there. */
export interface Engine {
  memory: WebAssembly.Memory;
  runtime: QuickJSRuntime;
  context: QuickJSContext;
  methods: Record<"load" | "start" | "advance" | "report", QuickJSHandle>;
  /** What the latest call has used up. */
  limits: { interrupts: number; exhausted: boolean };
  /** The memory before any handler was loaded. */
  opened: MemoryImage;
  /** Number of processes begun so far. */
  processes: number;
}

type Called = { text: string } | { refusal: Refusal };

/** Drives one handler in an engine that it shares with others. Nothing that QuickJS allocates is kept from run to run. */
export function quickJsDriver(engine: Engine, handler: CompiledHandler, starts: StartsWith): RealmDriver {
  const { context, memory, methods } = engine;
  engine.processes++;
  restoreImage(memory, engine.opened);
  clearAbove(memory, engine.opened);
  const loadRefusal = loadHandler(engine, handler);
  const loaded = takeImage(memory);
  let stopped: Refusal | null = null;

  const refused = (called: Called): Refusal | null => {
    const refusal = refusalOf(called);
    if (refusal?.code !== "endless" || refusal.line === null) return refusal;
    return { ...refusal, line: interruptedLine(handler.code, refusal.line) };
  };

  return {
    begin(identity: Identity) {
      const mine = ++engine.processes;
      restoreImage(memory, loaded);
      stopped =
        loadRefusal ??
        refused(
          call(
            engine,
            methods.start,
            context.newString(JSON.stringify(identity)),
            starts !== "message" ? context.true : context.false,
          ),
        );
      return () => mine === engine.processes;
    },
    startRefusal: () => stopped,
    advance: (entry: HistoryEntry) => refused(call(engine, methods.advance, context.newString(JSON.stringify(entry)))),
    report() {
      const called = call(engine, methods.report);
      if ("refusal" in called) throw new Error(`the realm does not report: ${called.refusal.code}`);
      return JSON.parse(called.text) as Snapshot;
    },
  };
}

function loadHandler(engine: Engine, handler: CompiledHandler): Refusal | null {
  const evaluated = engine.context.evalCode(handler.code, handlerFile);
  if (!evaluated.error) return refusalOf(call(engine, engine.methods.load, evaluated.value));
  const { message = "", stack = "" } = engine.context.dump(evaluated.error) as { message?: string; stack?: string };
  if (message === "stack overflow") return { code: "too-deep", line: deepestLine(handler.code), column: null, detail: "" };
  return { code: "syntax", line: handlerLine(stack), column: null, detail: message };
}

/** Calls into the realm and drains its promise jobs. The result is a text; nothing else leaves the realm. */
function call(engine: Engine, method: QuickJSHandle, ...args: QuickJSHandle[]): Called {
  const { context, runtime, limits } = engine;
  limits.interrupts = 0;
  limits.exhausted = false;
  const result = context.callFunction(method, context.undefined, ...args);
  args.forEach((arg) => arg.dispose());
  if (result.error) return { refusal: stopOf(context.dump(result.error)) };
  const text = context.typeof(result.value) === "string" ? context.getString(result.value) : "";
  result.value.dispose();
  const jobs = runtime.executePendingJobs();
  if (jobs.error) return { refusal: stopOf(jobs.error.context.dump(jobs.error)) };
  // A handler can catch what a limit throws into it. It is ended all the same.
  if (limits.exhausted) return { refusal: limitRefusal("memory", null) };
  return limits.interrupts > interruptsPerCall ? { refusal: limitRefusal("endless", thrownLine(engine)) } : { text };
}

/** Line at which a handler was interrupted, when it let the interruption through. */
function thrownLine(engine: Engine): number | null {
  engine.limits.interrupts = 0;
  const result = engine.context.callFunction(engine.methods.report, engine.context.undefined);
  if (result.error) return null;
  const { thrown } = JSON.parse(engine.context.getString(result.value)) as Snapshot;
  return thrown?.message === "interrupted" ? thrown.line : null;
}

function limitRefusal(code: RefusalCode, line: number | null): Refusal {
  return { code, line, column: null, detail: "" };
}

/** Why QuickJS ended a call by itself: too many instructions, calls too deep, or no memory left. */
function stopOf(error: unknown): Refusal {
  const { message = "", stack = "" } = (typeof error === "object" && error !== null ? error : {}) as {
    message?: string;
    stack?: string;
  };
  const code = message === "interrupted" ? "endless" : message === "stack overflow" ? "recursion" : "memory";
  return limitRefusal(code, handlerLine(stack));
}

function refusalOf(called: Called): Refusal | null {
  return "refusal" in called ? called.refusal : null;
}
