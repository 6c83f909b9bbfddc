/** The part of a `pg` Client that is used here: one connection that nobody else uses. */
export interface ListeningClient {
  connect(): Promise<unknown>;
  query(text: string): Promise<unknown>;
  on(event: "notification", listener: (message: { payload?: string | undefined }) => void): unknown;
  on(event: "error" | "end", listener: () => void): unknown;
  end(): Promise<unknown>;
}

/**
 * One connection that hears of changes, for all waiters of a process. It is opened for the first waiter, and again for
 * the next one after it has broken. Never a reason for an error: whoever cannot be told finds out by polling.
 */
export class Listener {
  #connection: Promise<ListeningClient | null> | null = null;
  readonly #waiters = new Map<string, Set<() => void>>();

  /** @param open makes a client, not yet connected */
  constructor(private readonly open: () => ListeningClient) {}

  /** Calls `wake` at each change of `id` until `stop` is called. `active` is false when nobody will call. */
  async listen(id: string, wake: () => void): Promise<{ active: boolean; stop: () => void }> {
    const waiters = this.#waiters.get(id) ?? new Set();
    this.#waiters.set(id, waiters.add(wake));
    const stop = () => {
      waiters.delete(wake);
      if (waiters.size === 0 && this.#waiters.get(id) === waiters) this.#waiters.delete(id);
    };
    this.#connection ??= this.#connect();
    return { active: (await this.#connection) !== null, stop };
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    await (await connection)?.end();
  }

  async #connect(): Promise<ListeningClient | null> {
    const client = this.open();
    const forget = () => (this.#connection = null);
    client.on("error", forget);
    client.on("end", forget);
    client.on("notification", ({ payload }) => this.#wake(payload ?? ""));
    try {
      await client.connect();
      await client.query("LISTEN idempotency");
      return client;
    } catch {
      forget();
      return null;
    }
  }

  #wake(id: string): void {
    for (const wake of [...(this.#waiters.get(id) ?? [])]) wake();
  }
}
