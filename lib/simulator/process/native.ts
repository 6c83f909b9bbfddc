import { deepestLine, type CompiledHandler } from "./compile";
import { createProgram, type Executor, type RealmDriver, type StartsWith } from "./executor";
import type { HistoryEntry, Identity, Refusal, Snapshot } from "./history";
import type { Realm } from "./realm/open";
import { handlerFile } from "./realm/refusals";

/** The part of `node:vm` that the native executor needs; passed in, because this folder knows nothing of Node. */
export interface VirtualMachine {
  createContext: (sandbox: object, options: { microtaskMode: "afterEvaluate" }) => object;
  Script: new (
    code: string,
    options: { filename: string },
  ) => {
    runInContext: (context: object, options: { timeout: number }) => unknown;
  };
}

/** Wall-clock limit of one advance, in milliseconds: more than a handler needs on a machine that is busy elsewhere. */
const patienceMs = 10_000;

/**
 * Runs handlers in the engine that runs this program: an independent second opinion on the other executor, and open to
 * a debugger. The memory of a handler is not limited: for the handlers of the course, in Node; never for what a learner
 * typed. Each program has a context of its own. Its runs share that context, where only the module could keep anything,
 * and the module is evaluated anew for each run. A rejection that a handler leaves unhandled is reported to this program:
 * whoever makes the executor lets those of other realms pass, as the other engine does.
 */
export function createNativeExecutor(assets: {
  realm: string;
  vm: VirtualMachine;
  /** Another wall-clock limit of one advance, in milliseconds. */
  timeoutMs?: number;
}): Executor {
  const { vm, timeoutMs = patienceMs } = assets;
  const openScript = new vm.Script(`(() => { ${assets.realm}; return realm.open(); })()`, { filename: "realm.js" });
  const callScript = new vm.Script("pendingCall()", { filename: "call.js" });
  return {
    name: "native",
    load: (handler, starts) => createProgram(handler, nativeDriver(handler, starts)),
  };

  function nativeDriver(handler: CompiledHandler, starts: StartsWith): RealmDriver {
    const compiled = compileScript(handler);
    const sandbox = vm.createContext({}, { microtaskMode: "afterEvaluate" }) as Record<string, unknown>;
    const realm = openScript.runInContext(sandbox, { timeout: timeoutMs }) as Realm;
    let stopped: Refusal | null = null;
    let processes = 0;

    /** Calls into the context under the time limit; promise jobs are drained when the script ends. */
    const guarded = (call: () => void): Refusal | null => {
      sandbox["pendingCall"] = () => {
        delete sandbox["pendingCall"]; // before any line of the handler runs
        call();
      };
      try {
        callScript.runInContext(sandbox, { timeout: timeoutMs });
        return null;
      } catch (error) {
        if ((error as { code?: string }).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
        return { code: "endless", line: null, column: null, detail: "" };
      }
    };

    return {
      begin(identity: Identity) {
        const mine = ++processes;
        const isCurrent = () => mine === processes;
        if ("refusal" in compiled) {
          stopped = compiled.refusal;
          return isCurrent;
        }
        const factory = compiled.script.runInContext(sandbox, { timeout: timeoutMs }) as Parameters<Realm["load"]>[0];
        stopped =
          guarded(() => realm.load(factory)) ?? guarded(() => realm.start(JSON.stringify(identity), starts !== "message"));
        return isCurrent;
      },
      startRefusal: () => stopped,
      advance: (entry: HistoryEntry) => guarded(() => realm.advance(JSON.stringify(entry))),
      report: () => JSON.parse(realm.report()) as Snapshot,
    };
  }

  function compileScript(
    handler: CompiledHandler,
  ): { script: InstanceType<VirtualMachine["Script"]> } | { refusal: Refusal } {
    try {
      return { script: new vm.Script(handler.code, { filename: handlerFile }) };
    } catch (error) {
      if (error instanceof RangeError) return { refusal: { code: "too-deep", line: deepestLine(handler.code), column: null, detail: "" } };
      const { message, stack } = error as Error;
      const line = /^handler\.ts:(\d+)/.exec(stack ?? "")?.[1];
      return { refusal: { code: "syntax", line: line ? Number(line) : null, column: null, detail: message } };
    }
  }
}
