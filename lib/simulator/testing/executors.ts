import { afterAll, beforeAll } from "vitest";
import { nodeExecutor } from "@/lib/content/engine";
import { compileHandler, type CompiledHandler } from "../process/compile";
import type { Executor, Program, StartsWith } from "../process/executor";
import type { HistoryEntry, Identity, Snapshot } from "../process/history";

export const executorNames: readonly Executor["name"][] = ["quickjs", "native"];

/** A process of its own: the first life of the first process. */
export const firstLife: Identity = { ordinal: 0, incarnation: 1, readsBefore: 0 };

export const message: HistoryEntry & { message: unknown } = { message: { id: "m1", order: "order-9", amount: 4200 } };

export function compiled(source: string): CompiledHandler {
  const result = compileHandler(source);
  if ("refusal" in result) throw new Error(`does not compile: ${result.refusal.detail}`);
  return result.compiled;
}

export async function program(
  executor: Executor["name"],
  source: string,
  starts: StartsWith = "message",
): Promise<Program> {
  return (await nodeExecutor(executor)).load(compiled(source), starts);
}

/** A handler with this body, on the lines after the first. */
export function handler(...lines: string[]): string {
  return [
    "export default async function handle(msg, { ack, nack, db, stripe, mailer, receiver, log, clock, random }) {",
    ...lines,
    "}",
  ].join("\n");
}

/** What the process does after one message. */
export async function afterMessage(executor: Executor["name"], source: string): Promise<Snapshot> {
  return (await program(executor, source)).replay(firstLife, [message]);
}

/**
 * The runner fails over every rejection that nobody handles. In a file that calls this, over those of its own realm only:
 * a handler may forget a promise.
 */
export function letHandlersForgetPromises(): void {
  let runner: NodeJS.UnhandledRejectionListener[] = [];
  beforeAll(() => {
    runner = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", (reason, promise) => {
      if (promise instanceof Promise) runner.forEach((listener) => listener(reason, promise));
    });
  });
  afterAll(async () => {
    // Node reports what is left when the tests have given it a turn.
    await new Promise((resolve) => setImmediate(resolve));
    process.removeAllListeners("unhandledRejection");
    runner.forEach((listener) => process.on("unhandledRejection", listener));
  });
}
