import vm from "node:vm";
import { compileHandler } from "@/lib/simulator/process/compile";
import type { MessageData, Thrown } from "@/lib/simulator/process/history";
import { CoordinatorPort } from "@/lib/simulator/process/realm/coordinator";
import { createPorts, Locals } from "@/lib/simulator/process/realm/ports";
import { handlerFile, handlerLine, Refusals } from "@/lib/simulator/process/realm/refusals";
import type { Ports } from "@/lib/simulator/ports";
import type { Standing, Start } from "../protocol";
import { GatedCalls, type Settled } from "./calls";

type Entry = (...args: unknown[]) => unknown;

/**
 * One process of a scenario inside a real one: the handler file with its types taken out by the compiler of the
 * simulator, over ports whose calls wait to be let go.
 */
export class HandlerProcess {
  readonly #refusals = new Refusals();
  readonly #calls = new GatedCalls(this.#refusals);
  readonly #ports: Ports;
  readonly #entry: Entry;
  readonly #ended = { byHandler: false };
  #running = false;
  #finished = false;
  #thrown: Thrown | null = null;

  constructor(private readonly start: Start) {
    const compiled = compileHandler(start.source);
    if ("refusal" in compiled) throw new Error(`the handler is no TypeScript: ${compiled.refusal.detail}`);
    const module: { default?: Entry } = {};
    vm.runInThisContext(compiled.compiled.code, { filename: handlerFile })(module, () => ({}));
    if (!module.default) throw new Error("the handler has no default export");
    this.#entry = module.default;
    const coordinator = new CoordinatorPort(this.#calls, start.coordinator ?? undefined);
    this.#ports = createPorts(this.#calls, new Locals(start.identity), this.#refusals, this.#ended, coordinator);
    if (start.starts !== "message") this.#run([this.#ports], true);
  }

  deliver(message: MessageData): void {
    this.#run([message, this.#ports], false);
  }

  settle(call: number, settled: Settled): void {
    this.#calls.settle(call, settled);
  }

  request(call: number) {
    const found = this.#calls.pending.find(({ id }) => id === call);
    if (!found) throw new Error(`no call ${call} is pending`);
    return found;
  }

  /** What it does now. All promises that a reply has settled run before the next turn of the event loop. */
  async standing(): Promise<Standing> {
    await new Promise((resolve) => void setImmediate(resolve));
    const { pending, log } = this.#calls;
    const { first } = this.#refusals;
    return { status: first ? "refused" : this.#status(), pending, thrown: this.#thrown, log };
  }

  #status(): "idle" | "busy" | "done" {
    if (this.#running || this.#calls.pending.length > 0) return "busy";
    return this.#finished ? "done" : "idle";
  }

  #run(args: unknown[], viaMain: boolean): void {
    this.#running = true;
    this.#thrown = null;
    this.#ended.byHandler = false;
    this.#calls.startDelivery();
    (async () => this.#entry(...args))().then(
      () => this.#finish(null, viaMain),
      (error: unknown) => this.#finish(describeThrown(error), viaMain),
    );
  }

  #finish(thrown: Thrown | null, viaMain: boolean): void {
    this.#running = false;
    this.#finished = viaMain;
    this.#thrown = thrown;
    if (!viaMain && !this.#ended.byHandler) void this.#calls.call("nack", {}, { line: null, implicit: true });
  }
}

function describeThrown(error: unknown): Thrown {
  if (!(error instanceof Error)) return { name: "thrown", message: String(error), line: null };
  return { name: error.name, message: error.message, line: handlerLine(error.stack) };
}
