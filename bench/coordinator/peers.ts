import { IdempotencyConfig, makeIdempotent } from "@aws-lambda-powertools/idempotency";
import { CachePersistenceLayer } from "@aws-lambda-powertools/idempotency/cache";
import { Idempotency } from "@node-idempotency/core";
import { RedisStorageAdapter } from "@node-idempotency/storage-adapter-redis";
import { IdempotencyService, type IIdempotencyDataAdapter } from "express-idempotency";
import * as expressRedisAdapter from "express-idempotency-redis-adapter";
import { connectRedis, defaultLeaseMs, versionOf, type Receipt, type Subject } from "./subjects";

/** @param wait poll for the result of a request in progress, every 100 ms, instead of refusing */
export async function nodeIdempotency(url: string, { wait = false } = {}): Promise<Subject> {
  const storage = new RedisStorageAdapter({ url });
  await storage.connect();
  const idempotency = new Idempotency(storage, { inProgressStrategy: { wait, maxWaitMs: 20_000 } });
  return {
    name: "@node-idempotency/core",
    version: `${versionOf("@node-idempotency/core")}, its own redis 4.7.1`,
    async run(key, action) {
      const request = { headers: { "idempotency-key": key }, path: "/bench", method: "POST", body: { amount: 10 } };
      const known = await idempotency.onRequest<Receipt, Error>(request);
      if (known?.body !== undefined) return known.body;
      const body = await action();
      await idempotency.onResponse(request, { body });
      return body;
    },
    close: () => storage.disconnect(),
  };
}

/** With a Lambda context, without which it does not protect a run in progress at all. */
export async function powertools(url: string, leaseMs = defaultLeaseMs): Promise<Subject> {
  const client = await connectRedis(url);
  const persistenceStore = new CachePersistenceLayer({
    client: {
      get: (name) => client.get(name),
      set: (name, value, options) => client.set(String(name), String(value), options as { EX: number }),
      del: (keys) => client.del(keys),
    },
  });
  const config = new IdempotencyConfig({});
  const context = { getRemainingTimeInMillis: () => leaseMs };
  config.registerLambdaContext(context as Parameters<typeof config.registerLambdaContext>[0]);
  const idempotent = makeIdempotent(async (_key: string, action: () => Promise<Receipt>) => ({ ...(await action()) }), {
    persistenceStore,
    config,
    keyPrefix: "bench",
  });
  return {
    name: "Powertools cache layer",
    version: `${versionOf("@aws-lambda-powertools/idempotency")}, redis ${versionOf("redis")}`,
    run: (key, action) => idempotent(key, action),
    close: () => client.destroy(),
  };
}

/**
 * Driven by a request and a response that have what the middleware uses. It stores the response after it has been sent;
 * here a run ends when it is stored, as with the others.
 */
export async function expressIdempotency(url: string): Promise<Subject> {
  const { default: RedisAdapter } = expressRedisAdapter.default as unknown as typeof expressRedisAdapter;
  const adapter = new RedisAdapter({ connectionConfig: { url } });
  await adapter.connect();
  const stored = new Map<string, () => void>();
  const dataAdapter: IIdempotencyDataAdapter = {
    findByIdempotencyKey: (key) => adapter.findByIdempotencyKey(key),
    create: (resource) => adapter.create(resource),
    delete: (key) => adapter.delete(key),
    async update(resource) {
      await adapter.update(resource);
      stored.get(resource.idempotencyKey)?.();
    },
  };
  const service = new IdempotencyService({ dataAdapter });
  return {
    name: "express-idempotency",
    version: `${versionOf("express-idempotency")}, its own @redis/client 1`,
    run: (key, action) =>
      new Promise((resolve, reject) => {
        const { request, response } = exchange(key);
        let answer: unknown;
        response.send = (body) => void (answer = body);
        const next = async (error?: unknown) => {
          if (error !== undefined) return reject(error);
          if (service.isHit(request)) return resolve(JSON.parse(String(answer)) as Receipt);
          try {
            const receipt = await action();
            stored.set(key, () => (stored.delete(key), resolve(receipt)));
            response.send(JSON.stringify(receipt));
          } catch (failure) {
            reject(failure);
          }
        };
        service.provideMiddlewareFunction(request, response, (error?: unknown) => void next(error)).catch(reject);
      }),
    close: () => adapter.disconnect(),
  };
}

/** What the middleware uses of an Express request and response. */
function exchange(key: string) {
  const headers: Record<string, string> = { "idempotency-key": key, "content-type": "application/json" };
  const request = {
    headers,
    method: "POST",
    url: "/bench",
    query: {},
    body: { amount: 10 },
    get: (name: string) => headers[name],
  };
  const response = {
    statusCode: 200,
    setHeader: () => {},
    getHeaders: () => ({ "content-type": "application/json" }),
    status(code: number) {
      response.statusCode = code;
      return response;
    },
    send: (_body: string): void => {},
  };
  return { request, response };
}
