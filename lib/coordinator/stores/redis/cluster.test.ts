import { Cluster } from "ioredis";
import { createClient, createCluster } from "redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatReport, runConformance } from "../../conformance/conformance";
import { createCoordinator } from "../../coordinator";
import { systemClock, systemRandom } from "../../platform/system";
import { freePort, startRedis, type RedisServer } from "../../testing/redis-server";
import { fromIoredis, fromNodeRedis } from "./client";
import { RedisStore } from "./store";

/** One server that holds all slots: it refuses whatever would touch two of them, as every cluster does. */
let server: RedisServer;
beforeAll(async () => {
  const bus = String(await freePort());
  // Without its address a lone node tells clients that it lives nowhere.
  const args = ["--cluster-enabled", "yes", "--cluster-port", bus, "--cluster-announce-ip", "127.0.0.1"];
  server = await startRedis({ args });
  const admin = createClient({ url: server.url });
  await admin.connect();
  await admin.sendCommand(["CLUSTER", "ADDSLOTSRANGE", "0", "16383"]);
  const isReady = async () => String(await admin.sendCommand(["CLUSTER", "INFO"])).includes("cluster_state:ok");
  while (!(await isReady())) await systemClock.sleep(20);
  admin.destroy();
}, 30_000);
afterAll(() => server.stop());

async function nodeRedis() {
  const cluster = createCluster({ rootNodes: [{ url: server.url }] });
  cluster.on("error", () => {});
  await cluster.connect();
  return { connection: fromNodeRedis(cluster), close: () => cluster.destroy() };
}

async function ioredis() {
  const cluster = new Cluster([{ host: "127.0.0.1", port: server.port }]);
  cluster.on("error", () => {});
  await cluster.ping();
  return { connection: fromIoredis(cluster), close: () => cluster.disconnect() };
}

describe.each([
  ["redis", nodeRedis],
  ["ioredis", ioredis],
])("a Redis cluster through the cluster client of the package %s", (name, connect) => {
  it("serves the store: reservations, fingerprints, leases, waits", { timeout: 60_000 }, async () => {
    const { connection, close } = await connect();
    const opened: RedisStore[] = [];
    const open = () => {
      const store = new RedisStore({ connection, keyPrefix: `${name}:` });
      opened.push(store);
      return store;
    };
    const report = await runConformance(open, { clock: systemClock, random: systemRandom });
    for (const store of opened) await store.close();
    close();
    expect(report.failed, formatReport(report)).toBe(0);
    expect(report.passed).toBeGreaterThan(50);
  });

  it("wakes a waiter in another process", async () => {
    const [holder, waiter] = [await connect(), await connect()];
    const stores = [holder, waiter].map(({ connection }) => new RedisStore({ connection, keyPrefix: `${name}:` }));
    const [first, second] = stores.map((store) => createCoordinator({ store, clock: systemClock, random: systemRandom }));
    const request = { operation: "mail.invoice", key: "order-9.invoice" };
    const running = first?.execute(request, () => systemClock.sleep(300).then(() => "em_1"));
    await systemClock.sleep(50);
    expect(await second?.execute(request, () => "never")).toMatchObject({ kind: "waited", value: "em_1" });
    expect(await running).toMatchObject({ kind: "executed" });
    for (const store of stores) await store.close();
    [holder, waiter].forEach(({ close }) => close());
  });
});
