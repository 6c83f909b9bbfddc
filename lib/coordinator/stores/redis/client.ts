import { Notifications } from "./notifications";

/** What the store needs of a Redis client. Any client that can do this will do. */
export interface RedisConnection {
  evalsha(sha1: string, key: string, args: string[]): Promise<unknown>;
  eval(source: string, key: string, args: string[]): Promise<unknown>;
  /** The reply of INFO for one section. */
  info(section: string): Promise<string>;
  /** Null when this client cannot subscribe: waiters then poll. */
  notifications: Notifications | null;
}

/** The part of `createClient()` of the package `redis` that is used here. */
export interface NodeRedisClient {
  evalSha(sha1: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  eval(source: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  info(section: string): Promise<unknown>;
  duplicate(): NodeRedisSubscriber;
}

export interface NodeRedisSubscriber {
  connect(): Promise<unknown>;
  on(event: "error", listener: (error: Error) => void): unknown;
  subscribe(channel: string, listener: (message: string, channel: string) => void): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  destroy(): void;
}

/**
 * Takes a connected client of the package `redis`. Opens a second connection for subscriptions when somebody first
 * waits.
 */
export function fromNodeRedis(client: NodeRedisClient): RedisConnection {
  return {
    evalsha: (sha1, key, args) => client.evalSha(sha1, { keys: [key], arguments: args }),
    eval: (source, key, args) => client.eval(source, { keys: [key], arguments: args }),
    info: async (section) => String(await client.info(section)),
    notifications: new Notifications(async (receive) => {
      const subscriber = client.duplicate();
      subscriber.on("error", ignoreUntilReconnected);
      await subscriber.connect();
      return {
        subscribe: (channel) => subscriber.subscribe(channel, (message) => receive(channel, message)),
        unsubscribe: (channel) => subscriber.unsubscribe(channel),
        close: () => subscriber.destroy(),
      };
    }),
  };
}

/** The part of `new Redis()` of the package `ioredis` that is used here. */
export interface IoredisClient {
  evalsha(sha1: string, numberOfKeys: number, ...args: string[]): Promise<unknown>;
  eval(source: string, numberOfKeys: number, ...args: string[]): Promise<unknown>;
  info(section: string): Promise<unknown>;
  duplicate(): IoredisSubscriber;
}

export interface IoredisSubscriber {
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "message", listener: (channel: string, message: string) => void): unknown;
  subscribe(channel: string): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  disconnect(): void;
}

/** Takes a client of the package `ioredis`. Opens a second connection for subscriptions when somebody first waits. */
export function fromIoredis(client: IoredisClient): RedisConnection {
  return {
    evalsha: (sha1, key, args) => client.evalsha(sha1, 1, key, ...args),
    eval: (source, key, args) => client.eval(source, 1, key, ...args),
    info: async (section) => String(await client.info(section)),
    notifications: new Notifications(async (receive) => {
      const subscriber = client.duplicate();
      subscriber.on("error", ignoreUntilReconnected);
      subscriber.on("message", receive);
      return {
        subscribe: (channel) => subscriber.subscribe(channel),
        unsubscribe: (channel) => subscriber.unsubscribe(channel),
        close: () => subscriber.disconnect(),
      };
    }),
  };
}

/** Both clients reconnect and subscribe again by themselves; meanwhile waiters find out by polling. */
function ignoreUntilReconnected(): void {}
