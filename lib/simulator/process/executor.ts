import type { Plain } from "../plain";
import type { CompiledHandler } from "./compile";
import type { HistoryEntry, Identity, Refusal, ReplyError, Snapshot } from "./history";

/**
 * When a process runs the default export of its file: at each message, or once from its start; `assigned` is the start of
 * a consumer of the log.
 */
export type StartsWith = "message" | "once" | "assigned";

/** Runs handler code in a realm of its own. All executors give the same snapshots for the same history. */
export interface Executor {
  readonly name: "quickjs" | "native";
  /** Loads a handler. A handler that cannot be loaded is still a program: every run of it is refused. */
  load: (handler: CompiledHandler, starts: StartsWith) => Program;
}

/** One handler, ready to run any number of times; runs share nothing. */
export interface Program {
  readonly handler: CompiledHandler;
  /** Starts a process. Ends the session that was started before with this executor, if it is still open. */
  start: (identity: Identity) => Session;
  /** Runs a fresh process through a history. */
  replay: (identity: Identity, history: readonly HistoryEntry[]) => Snapshot;
}

/** One living process. */
export interface Session {
  snapshot: () => Snapshot;
  /** Hands over a message; only when idle. */
  deliver: (message: HistoryEntry & { message: unknown }) => Snapshot;
  /** Delivers the reply of a pending request. */
  answer: (request: number, reply: { value: Plain } | { error: ReplyError }) => Snapshot;
}

/** What an executor has to provide; the rest is the same for all. */
export interface RealmDriver {
  /**
   * A realm with the module loaded and the process started, as new. Returns whether that process is still the one in
   * the realm: a later `begin` of any program takes its place.
   */
  begin: (identity: Identity) => () => boolean;
  /** Advances the process by one entry and drains its promise jobs. Returns why it had to be stopped, if it had to. */
  advance: (entry: HistoryEntry) => Refusal | null;
  /** Why the start had to be stopped, or null. */
  startRefusal: () => Refusal | null;
  report: () => Snapshot;
}

function refused(snapshot: Snapshot | null, refusal: Refusal): Snapshot {
  return {
    status: "refused",
    pending: [],
    thrown: null,
    log: snapshot?.log ?? [],
    reads: snapshot?.reads ?? 0,
    owners: [],
    refusal,
  };
}

/** A program over a driver: sessions, replay, and the end of a run at the first refusal. */
export function createProgram(handler: CompiledHandler, driver: RealmDriver): Program {
  const start = (identity: Identity): Session => {
    const isCurrent = driver.begin(identity);
    const startRefusal = driver.startRefusal();
    let last = startRefusal ? refused(null, startRefusal) : settle(driver.report());
    const advance = (entry: HistoryEntry): Snapshot => {
      if (!isCurrent()) throw new Error("this session has ended: another one was started");
      if (last.status === "refused") return last;
      const stopped = driver.advance(entry);
      last = stopped ? refused(last, stopped) : settle(driver.report());
      return last;
    };
    return {
      snapshot: () => last,
      deliver: (entry) => advance(entry),
      answer: (request, reply) => advance({ reply: request, ...reply }),
    };
  };

  return {
    handler,
    start,
    replay(identity, history) {
      const session = start(identity);
      for (const entry of history) {
        if ("message" in entry) session.deliver(entry);
        else session.answer(entry.reply, entry);
      }
      return session.snapshot();
    },
  };
}

/** An error that no handler means to throw ends the run with advice instead of a nack. */
function settle(snapshot: Snapshot): Snapshot {
  if (!snapshot.thrown || snapshot.status === "refused") return snapshot;
  const { name, message, line } = snapshot.thrown;
  const code = isRecursion(name, message) ? "recursion" : isMemory(name, message) ? "memory" : null;
  return code ? refused(snapshot, { code, line, column: null, detail: message }) : snapshot;
}

function isRecursion(name: string, message: string): boolean {
  return (
    (name === "RangeError" && message.includes("call stack")) ||
    (name === "InternalError" && message === "stack overflow")
  );
}

function isMemory(name: string, message: string): boolean {
  return name === "InternalError" && (message === "out of memory" || message === "string too long");
}
