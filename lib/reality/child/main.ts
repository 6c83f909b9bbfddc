import type { ReplyError } from "@/lib/simulator/process/history";
import type { Plain } from "@/lib/simulator/plain";
import type { LetGo, Order, RealReply, Start, Word } from "../protocol";
import type { Settled } from "./calls";
import { HandlerProcess } from "./process";
import { RealPorts } from "./real-ports";

/**
 * The program of a child process. It does nothing by itself: the orchestrator says when a message arrives and when a
 * call may go out. When the orchestrator is gone, however it ended, so is this.
 */
const patienceMs = 20_000;

let running: { process: HandlerProcess; ports: RealPorts } | null = null;

process.on("disconnect", () => process.exit());
process.on("message", (order: Order) => {
  take(order).catch((error: unknown) => say({ word: "broken", message: error instanceof Error ? (error.stack ?? error.message) : String(error) }));
});
// A handler may forget a promise; the simulator lets it pass, too.
process.on("unhandledRejection", () => undefined);

function say(word: Word): void {
  process.send?.(word);
}

async function take(order: Order): Promise<void> {
  if (order.order === "start") return start(order);
  if (!running) throw new Error(`${order.order} before start`);
  if (order.order === "deliver") {
    running.process.deliver(order.message);
    return say({ word: "standing", standing: await running.process.standing() });
  }
  if (order.order === "go") return letGo(running, order);
  await running.ports.close();
  running = null;
  say({ word: "ended" });
}

async function start(order: Start): Promise<void> {
  const ports = new RealPorts(order, (pid) => say({ word: "session", pid }));
  await ports.open();
  running = { process: new HandlerProcess(order), ports };
  say({ word: "standing", standing: await running.process.standing() });
}

async function letGo({ process: handler, ports }: { process: HandlerProcess; ports: RealPorts }, order: LetGo): Promise<void> {
  const { call, reply: given } = order;
  const way = { timeoutMs: order.timeoutMs ?? patienceMs, outage: order.outage === true };
  const settled: Settled = given
    ? "error" in given
      ? { error: revived(given.error) }
      : given
    : await ports.carryOut(handler.request(call), way).then(
        (value) => ({ value }),
        (error: unknown) => ({ error: error instanceof Error ? error : new Error(String(error)) }),
      );
  handler.settle(call, settled);
  say({ word: "answered", call, reply: asData(settled), standing: await handler.standing() });
}

function revived({ name, message, fields }: ReplyError): Error {
  const error = new Error(message);
  error.name = name;
  return Object.assign(error, fields);
}

/** What crosses to the orchestrator, for comparing: the handler has got the object itself. */
function asData(settled: Settled): RealReply {
  if ("value" in settled) return { value: (settled.value ?? null) as Plain };
  const { name, message } = settled.error;
  const entries = Object.entries(settled.error).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  return { error: { name, message, fields: Object.fromEntries(entries) as Record<string, Plain> } };
}
