import type { PendingRequest, RequestPort } from "@/lib/simulator/process/history";
import { Calls } from "@/lib/simulator/process/realm/calls";

/** What a call has come to: what the handler gets is the very object of the client. */
export type Settled = { value: unknown } | { error: Error };

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * The calls of a process in front of real clients. They are numbered and copied as in the simulator, but what settles
 * them is what a real system answered.
 */
export class GatedCalls extends Calls {
  readonly #waiting = new Map<number, Waiting>();

  override call<Reply>(
    port: RequestPort,
    args: object,
    options: { line?: number | null; implicit?: boolean } = {},
  ): Promise<Reply> {
    void super.call(port, args, options);
    const { id } = this.pending.at(-1) as PendingRequest;
    const reply = new Promise<unknown>((resolve, reject) => void this.#waiting.set(id, { resolve, reject }));
    // As in the simulator: a call that nobody awaits may fail without anybody hearing of it.
    reply.catch(() => undefined);
    return reply as Promise<Reply>;
  }

  settle(call: number, settled: Settled): void {
    const waiting = this.#waiting.get(call);
    if (!waiting) throw new Error(`no call ${call} waits`);
    this.#waiting.delete(call);
    super.answer({ reply: call, value: null });
    if ("error" in settled) waiting.reject(settled.error);
    else waiting.resolve(settled.value);
  }
}
