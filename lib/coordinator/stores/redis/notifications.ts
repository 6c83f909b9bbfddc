/** One connection that can subscribe. */
export interface Subscriber {
  subscribe(channel: string): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  close(): void;
}

/** Opens the connection. `receive` is to be called with each message and its channel. */
export type OpenSubscriber = (receive: (channel: string, message: string) => void) => Promise<Subscriber>;

interface Channel {
  listeners: Set<(message: string) => void>;
  ready: Promise<boolean>;
}

/**
 * Subscriptions of all waiters of a process over one connection. The connection is opened for the first waiter; a
 * channel is left with its last listener. Never a reason for an error: whoever cannot be told finds out by polling.
 */
export class Notifications {
  #subscriber: Promise<Subscriber> | null = null;
  readonly #channels = new Map<string, Channel>();

  constructor(private readonly open: OpenSubscriber) {}

  /**
   * Calls `listener` for each message until the returned function is called.
   * `active` is false when no message will come: nothing was subscribed.
   */
  async listen(name: string, listener: (message: string) => void): Promise<{ active: boolean; stop: () => Promise<void> }> {
    let channel = this.#channels.get(name);
    if (channel === undefined) {
      channel = { listeners: new Set(), ready: this.#subscribe(name) };
      this.#channels.set(name, channel);
    }
    channel.listeners.add(listener);
    const stop = () => this.#stop(name, channel, listener);
    return { active: await channel.ready, stop };
  }

  async close(): Promise<void> {
    const opening = this.#subscriber;
    this.#subscriber = null;
    this.#channels.clear();
    if (opening !== null) await opening.then((subscriber) => subscriber.close()).catch(() => {});
  }

  async #subscribe(name: string): Promise<boolean> {
    try {
      const subscriber = await this.#connected();
      await subscriber.subscribe(name);
      return true;
    } catch {
      return false;
    }
  }

  #connected(): Promise<Subscriber> {
    const receive = (name: string, message: string) => {
      for (const listener of [...(this.#channels.get(name)?.listeners ?? [])]) listener(message);
    };
    this.#subscriber ??= this.open(receive).catch((error: unknown) => {
      this.#subscriber = null;
      throw error;
    });
    return this.#subscriber;
  }

  async #stop(name: string, channel: Channel, listener: (message: string) => void): Promise<void> {
    channel.listeners.delete(listener);
    if (channel.listeners.size > 0 || this.#channels.get(name) !== channel) return;
    this.#channels.delete(name);
    const subscriber = await this.#subscriber?.catch(() => null);
    const listenedToAgain = this.#channels.has(name);
    if (!listenedToAgain) await subscriber?.unsubscribe(name).catch(() => {});
  }
}
