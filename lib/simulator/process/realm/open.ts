import type { HistoryEntry, Identity, MessageData, Snapshot, Thrown } from "../history";
import type * as Port from "../../ports";
import { Calls } from "./calls";
import { CoordinatorPort, freezeErrors } from "./coordinator";
import { freeze, neutralise, prune } from "./intrinsics";
import { createPorts, Locals } from "./ports";
import { PromiseWatch } from "./promises";
import { handlerLine, Refusals } from "./refusals";
import { hideNames, replaceBuiltIns } from "./scope";

/** What a message says about earlier deliveries of it. */
const countNames = ["receiveCount", "redelivered"];

type ModuleFactory = (exports: Record<string, unknown>, require: (name: string) => never) => void;
type Entry = (...args: unknown[]) => unknown;

/** What the executor calls. Everything that crosses is text, so no object of one side is ever seen by the other. */
export interface Realm {
  /** Evaluates the module in a process that is as new. Nothing of a process that ran here before is left. */
  load: (factory: ModuleFactory) => void;
  /** Starts the process, once after each `load`. With `runsMain` the default export is called at once, otherwise at each message. */
  start: (identityText: string, runsMain: boolean) => void;
  /** Hands over a message or delivers a reply. Promise jobs must be drained afterwards. */
  advance: (entryText: string) => void;
  /** The process as it is now, as the text of a `Snapshot`. Only valid after promise jobs have been drained. */
  report: () => string;
}

function describeThrown(error: unknown): Thrown {
  if (!(error instanceof Error)) return { name: "thrown", message: textOf(error), line: null };
  return { name: error.name, message: error.message, line: handlerLine(error.stack) };
}

/** What was thrown may refuse to be a text. */
function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return "a value that is no text";
  }
}

/**
 * A message without the count of its receives was delivered to a handler whose text does not name it: the search may
 * then take deliveries for equal that differ in nothing else. Who asks for it all the same, under a name that is put
 * together, is refused. Copies and texts of the message leave it out.
 */
function withGuardedCount(message: MessageData, refusals: Refusals): MessageData {
  if (Object.hasOwn(message, "receiveCount")) return message;
  for (const name of countNames) {
    Object.defineProperty(message, name, { get: () => refusals.refuse("indirect-count", name), enumerable: false, configurable: true });
  }
  return message;
}

/** Prepares the realm in which it runs, once, and returns the way to drive it. */
export function open(): Realm {
  prune();
  neutralise();
  const refusals = new Refusals();
  const promises = new PromiseWatch();
  replaceBuiltIns(refusals, promises);
  freeze();
  freezeErrors();
  hideNames(refusals);

  const ended = { byHandler: false };
  let calls = new Calls(refusals);
  let coordinator = new CoordinatorPort(calls, undefined);
  let locals = new Locals({ ordinal: 0, incarnation: 1, readsBefore: 0 });
  let entry: Entry | null = null;
  let ports: Port.Ports | null = null;
  let running = false;
  let finished = false;
  let thrown: Thrown | null = null;

  const reset = () => {
    refusals.first = null;
    promises.forget();
    calls = new Calls(refusals);
    coordinator = new CoordinatorPort(calls, undefined);
    entry = null;
    running = false;
    finished = false;
    thrown = null;
  };

  const finish = (failure: Thrown | null, viaMain: boolean) => {
    running = false;
    finished = viaMain;
    thrown = failure;
    if (!viaMain && !ended.byHandler && !refusals.first)
      calls.call("nack", {}, { line: null, implicit: true }).catch(() => undefined);
  };

  const run = (args: unknown[], viaMain: boolean) => {
    running = true;
    thrown = null;
    ended.byHandler = false;
    calls.startDelivery();
    // An async wrapper, so that a handler that is not async, or throws at once, ends in the same way.
    (async () => entry?.(...args))().then(
      () => finish(null, viaMain),
      (error: unknown) => finish(describeThrown(error), viaMain),
    );
  };

  const status = (): Snapshot["status"] => {
    if (refusals.first) return "refused";
    if (calls.pending.length > 0) return "busy";
    if (!running) return finished ? "done" : "idle";
    refusals.first = { code: "not-a-port", line: promises.openLine() ?? calls.latestLine, column: null, detail: "" };
    return "refused";
  };

  return {
    load(factory) {
      reset();
      const exports: Record<string, unknown> = {};
      try {
        factory(exports, (name) => refusals.refuse("import", name));
      } catch (error) {
        const failure = describeThrown(error);
        refusals.first ??= {
          code: "load-throws",
          line: failure.line,
          column: null,
          detail: `${failure.name}: ${failure.message}`,
        };
        return;
      }
      if (typeof exports["default"] === "function") entry = exports["default"] as Entry;
      else refusals.first ??= { code: "no-default-export", line: null, column: null, detail: "" };
    },
    start(identityText, runsMain) {
      const identity = JSON.parse(identityText) as Identity;
      locals = new Locals(identity);
      if (identity.coordinator) coordinator = new CoordinatorPort(calls, identity.coordinator);
      ports = createPorts(calls, locals, refusals, ended, coordinator);
      if (runsMain && !refusals.first) run([ports], true);
    },
    advance(entryText) {
      if (refusals.first) return;
      const event = JSON.parse(entryText) as HistoryEntry;
      if ("message" in event) run([withGuardedCount(event.message, refusals), ports], false);
      else calls.answer(event);
    },
    report() {
      const now = status();
      const snapshot: Snapshot = {
        status: now,
        pending: calls.pending,
        thrown,
        log: calls.log,
        reads: locals.reads,
        owners: coordinator.owners,
        refusal: refusals.first,
      };
      return JSON.stringify(snapshot);
    },
  };
}
