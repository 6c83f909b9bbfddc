import { createClient } from "redis";
import { deliveredThreeTimes, MemoryInboxDatabase } from "../lib/coordinator/article/inbox";
import {
  crashBeforeAck,
  diesInTheWindow,
  redeliveredAfter,
  twoWorkersOneJob,
  whatTheKeyIsMadeOf,
} from "../lib/coordinator/article/jobs";
import type { Stage } from "../lib/coordinator/article/stage";
import { messageOf } from "../lib/coordinator/errors";
import { systemClock, systemRandom } from "../lib/coordinator/platform/system";
import { MemoryStore } from "../lib/coordinator/stores/memory/store";
import { fromNodeRedis } from "../lib/coordinator/stores/redis/client";
import { openRedisStore } from "../lib/coordinator/stores/redis/store";
import { startRedis } from "../lib/coordinator/testing/redis-server";

/**
 * Prints the tables of the article about background jobs, computed by running its scenes: on the Redis of REDIS_URL, or
 * on a redis-server that it starts, or, without one or with `--memory`, on records in memory. Takes some seconds: what
 * lasts an hour in the article lasts two seconds here.
 */
const { stage, name, close } = await open();
try {
  console.log(`Records in ${name}. Durations of a second and more are ${stage.scale} times shorter than in the article.\n`);
  await crash();
  await twoWorkers();
  await key();
  await inbox();
  await retention();
} finally {
  await close();
}

async function crash(): Promise<void> {
  console.log("Crash before the acknowledgement");
  for (const kind of ["plain", "key = job id"] as const) {
    const { deliveries, mails } = await crashBeforeAck(stage, kind);
    const label = kind === "plain" ? "plain handler" : `handler under an idempotency ${kind}`;
    console.log(`  ${label.padEnd(44)} deliveries=${deliveries}  mails sent=${mails}`);
  }
}

async function twoWorkers(): Promise<void> {
  console.log("\nTwo workers, one job");
  for (const mode of ["plain", "wait", "raise"] as const) {
    const { A, B, mails, again } = await twoWorkersOneJob(stage, mode);
    const then = again === null ? "" : `, next delivery of B: ${again}`;
    console.log(`  ${mode.padEnd(6)} { A: ${A}, B: ${B} }  mails sent=${mails}${then}`);
  }
}

async function key(): Promise<void> {
  console.log("\nWhat the key is made of: two jobs for order-9");
  const published = { keyRules: "article", onInvalidKey: "run-unprotected" } as const;
  const rows = [
    ["key = job id", await whatTheKeyIsMadeOf(stage, "job id")],
    ["key = order-9:invoice, the article's rules", await whatTheKeyIsMadeOf(stage, "order-9:invoice", published)],
    ["key = order-9.invoice", await whatTheKeyIsMadeOf(stage, "order-9.invoice")],
    ["the middle row, invalid keys rejected", await whatTheKeyIsMadeOf(stage, "order-9:invoice", { keyRules: "article" })],
    ["the middle row, our own rules", await whatTheKeyIsMadeOf(stage, "order-9:invoice")],
  ] as const;
  for (const [label, { mails, results }] of rows) {
    console.log(`  ${label.padEnd(44)} mails sent=${mails}  ${[...new Set(results)].join(", ")}`);
  }
}

async function inbox(): Promise<void> {
  console.log("\nInbox and key, one message delivered three times (the inbox is in memory here)");
  for (const protection of [
    { inbox: true, key: true },
    { inbox: true, key: false },
    { inbox: false, key: true },
    { inbox: false, key: false },
  ]) {
    const { rows, mails } = await deliveredThreeTimes(stage, new MemoryInboxDatabase(), protection);
    const label = `${protection.inbox ? "inbox" : "no inbox"}, ${protection.key ? "key" : "no key"}`;
    console.log(`  ${label.padEnd(44)} ledger rows=${rows}  mails sent=${mails}`);
  }
}

async function retention(): Promise<void> {
  console.log("\nRetention and the window");
  for (const afterMs of [1700, 2300]) {
    const { mails } = await redeliveredAfter(stage, 2000, afterMs);
    console.log(`  ${`retention 2 s, redelivery after ${afterMs / 1000} s`.padEnd(44)} mails sent=${mails}`);
  }
  const { mails, mailsByKey } = await diesInTheWindow(stage);
  console.log(`  ${"death between effect and stored result".padEnd(44)} mails sent=${mails}`);
  console.log(`  ${"the same, the provider recognises the key".padEnd(44)} mails sent=${mailsByKey}`);
}

interface Opened {
  stage: Stage;
  name: string;
  close(): Promise<void>;
}

async function open(): Promise<Opened> {
  if (process.argv.includes("--memory")) return inMemory("memory");
  try {
    return await onRedis();
  } catch (error) {
    if (process.env.REDIS_URL === undefined) return inMemory(`memory, since there is no Redis: ${messageOf(error)}`);
    console.error(`The Redis of REDIS_URL does not answer: ${messageOf(error)}. Unset REDIS_URL, or pass --memory.`);
    process.exit(1);
  }
}

async function onRedis(): Promise<Opened> {
  const server = process.env.REDIS_URL === undefined ? await startRedis() : null;
  const url = process.env.REDIS_URL ?? server?.url ?? "";
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    await server?.stop();
    throw error;
  }
  const store = await openRedisStore({ connection: fromNodeRedis(client), keyPrefix: "demo-article:" });
  const close = async () => {
    await store.close();
    client.destroy();
    await server?.stop();
  };
  const version = /redis_version:(\S+)/.exec(String(await client.info("server")))?.[1];
  return { stage: { ...realTime(), store }, name: `Redis ${version}`, close };
}

function inMemory(name: string): Opened {
  return { stage: { ...realTime(), store: new MemoryStore({ clock: systemClock }) }, name, close: async () => {} };
}

function realTime(): Omit<Stage, "store"> {
  return { clock: systemClock, random: systemRandom, run: (promise) => promise, scale: 20 };
}
