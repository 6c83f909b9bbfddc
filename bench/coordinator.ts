import { cpus } from "node:os";
import { createClient } from "redis";
import { startRedis } from "../lib/coordinator/testing/redis-server";
import { startTcpProxy } from "../lib/coordinator/testing/tcp-proxy";
import { measureContention, type Contention } from "./coordinator/contention";
import { checkCorrectness, type Correctness } from "./coordinator/correctness";
import { countTraffic, measureRound, median, throughput, type Figures, type Traffic } from "./coordinator/measure";
import { expressIdempotency, nodeIdempotency, powertools } from "./coordinator/peers";
import { oursOnIoredis, oursOnRedis, rawFloor, type Subject } from "./coordinator/subjects";

/**
 * The coordinator beside three packages from npm and the least that Redis can do, on one server in one run. Prints
 * Markdown: exact commands and round trips, ratios to the floor of the same round, and what each subject gets right.
 * `--quick` makes it short, to see whether it runs.
 */
const quick = process.argv.includes("--quick");
const rounds = quick ? 2 : 9;
const size = { sequential: quick ? 40 : 600, turn: 20, parallel: quick ? 200 : 4000, width: 64 };

const server = await startRedis();
try {
  await main(server.url);
} finally {
  await server.stop();
}

function openAll(url: string): Promise<Subject[]> {
  return Promise.all([
    rawFloor(url),
    oursOnRedis(url),
    oursOnIoredis(url),
    nodeIdempotency(url),
    powertools(url),
    expressIdempotency(url),
  ]);
}

async function main(url: string): Promise<void> {
  const subjects = await openAll(url);
  console.log(await machine(url));
  const traffic = await measureTraffic(url, subjects);
  const figures: Figures[][] = [];
  for (let round = 0; round < rounds + 1; round++) figures.push(await measureRound(subjects, `r${round}`, size));
  for (const subject of subjects) await subject.close();
  const warmedUp = figures.slice(1);
  console.log(speedTable(subjects, traffic, warmedUp));
  console.log(await networkTable());
  console.log(goals(warmedUp));
  console.log(await correctnessTable(url));
  console.log(contentionTable(await measureContention(url)));
}

async function machine(url: string): Promise<string> {
  const client = createClient({ url });
  await client.connect();
  const redis = /redis_version:(\S+)/.exec(String(await client.info("server")))?.[1];
  client.destroy();
  const [{ model } = { model: "unknown" }] = cpus();
  const date = new Date().toISOString().slice(0, 10);
  return `${date} · ${cpus().length} × ${model} · Node ${process.version} · Redis ${redis} on loopback · ${rounds} rounds\n`;
}

async function measureTraffic(url: string, subjects: Subject[]): Promise<{ first: Traffic; replay: Traffic }[]> {
  const action = async () => ({ receipt: "em_1" });
  const counted: { first: Traffic; replay: Traffic }[] = [];
  for (const [index, subject] of subjects.entries()) {
    const key = `traffic-${index}`;
    await subject.run(`${key}-warm`, action);
    counted.push({
      first: await countTraffic(url, () => subject.run(key, action)),
      replay: await countTraffic(url, () => subject.replay?.(key) ?? subject.run(key, action)),
    });
  }
  return counted;
}

function speedTable(subjects: Subject[], traffic: { first: Traffic; replay: Traffic }[], figures: Figures[][]): string {
  const rows = subjects.map((subject, index) => {
    const { first, replay } = traffic[index] ?? { first: undefined, replay: undefined };
    const of = (figure: keyof Figures) => figures.map((round) => round[index]?.[figure] ?? 0);
    const ratio = (figure: keyof Figures) => spread(ratios(figures, index, 0, figure));
    return [
      `${subject.name} (${subject.version})`,
      `${first?.roundTrips}: ${list(first)}`,
      `${replay?.roundTrips}: ${list(replay)}`,
      `${whole(median(of("firstP50")))} µs, ${ratio("firstP50")}`,
      `${whole(median(of("replayP50")))} µs, ${ratio("replayP50")}`,
      `${whole(median(of("firstPerSecond")))}`,
      `${whole(median(of("replayPerSecond")))}`,
      `${whole(median(of("hotReplayPerSecond")))}`,
    ];
  });
  const head = ["subject", "first run: round trips", "replay: round trips", "first run p50, × floor", "replay p50, × floor"];
  return table([...head, "first runs/s at 64", "replays/s at 64", "on one key"], rows);
}

/** With a network in between, what counts is how often it is crossed. */
async function networkTable(): Promise<string> {
  const delayMs = 1;
  const proxy = await startTcpProxy(server.port, { delayMs });
  const subjects = await openAll(`redis://127.0.0.1:${proxy.port}`);
  const rows: string[][] = [];
  for (const [index, subject] of subjects.entries()) {
    const key = (run: number) => `network-${index}-${run}`;
    const count = quick ? 300 : 6000;
    const first = await throughput({ ...size, parallel: count }, (run) => subject.run(key(run), async () => ({ receipt: "em_1" })));
    const replay = await throughput(
      { ...size, parallel: count },
      (run) => subject.replay?.(key(run)) ?? subject.run(key(run), async () => ({ receipt: "em_2" })),
    );
    rows.push([`${subject.name} (${subject.version})`, whole(first), whole(replay)]);
    await subject.close();
  }
  await proxy.close();
  return table([`with ${2 * delayMs} ms of network`, "first runs/s at 64", "replays/s at 64"], rows);
}

function goals(figures: Figures[][]): string {
  const peers = [3, 4, 5];
  const against = (figure: keyof Figures) =>
    figures.map((round) => (round[1]?.[figure] ?? 0) / Math.max(1, ...peers.map((peer) => round[peer]?.[figure] ?? 0)));
  const line = (what: string, values: number[], goal: number, atMost: boolean) => {
    const reached = atMost ? median(values) <= goal : median(values) >= goal;
    return `- ${what}: ${spread(values)}, goal ${atMost ? "≤" : "≥"} ${goal}: ${reached ? "reached" : "missed"}`;
  };
  const floor = figures.map((round) => {
    const best = Math.max(1, ...peers.map((peer) => round[peer]?.replayPerSecond ?? 0));
    return (round[0]?.replayPerSecond ?? 0) / best;
  });
  return [
    line("first run, p50 to the floor", ratios(figures, 1, 0, "firstP50"), 1.5, true),
    line("replay, p50 to the floor", ratios(figures, 1, 0, "replayP50"), 1.3, true),
    line("replays per second on many keys, to the best peer", against("replayPerSecond"), 2, false),
    `- the same of the floor, a bare GET: ${spread(floor)}`,
    line("replays per second on one key, to the best peer", against("hotReplayPerSecond"), 2, false),
    "",
  ].join("\n");
}

async function correctnessTable(url: string): Promise<string> {
  const opened: [string, (leaseMs: number) => Promise<Subject>][] = [
    ["this coordinator", (leaseMs) => oursOnRedis(url, leaseMs)],
    ["@node-idempotency/core", () => nodeIdempotency(url)],
    ["Powertools cache layer, with a Lambda context", (leaseMs) => powertools(url, leaseMs)],
    ["express-idempotency", () => expressIdempotency(url)],
  ];
  const rows: string[][] = [];
  for (const [name, open] of opened) {
    const answers: Correctness = await checkCorrectness({ url, open });
    rows.push([name, answers.pairsThatRanTwice, answers.afterACrash, answers.lateHolder]);
  }
  const head = ["subject", "simultaneous pairs that ran twice", "key after a crash and 1.5 leases", "stored result after a late holder"];
  return table(head, rows);
}

function contentionTable(rows: Contention[]): string {
  const cells = rows.map(({ subject, callers, actionMs, runs, lastAnswerMs, commands }) =>
    [subject, callers, `${actionMs} ms`, runs, `${whole(lastAnswerMs)} ms`, commands].map(String),
  );
  return table(["subject", "callers on one key", "action", "runs", "last answer after", "commands"], cells);
}

function ratios(figures: Figures[][], index: number, base: number, figure: keyof Figures): number[] {
  return figures.map((round) => (round[index]?.[figure] ?? 0) / (round[base]?.[figure] || 1));
}

function spread(values: number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

function list(traffic: Traffic | undefined): string {
  return Object.entries(traffic?.commands ?? {})
    .map(([name, count]) => `${count} ${name.toUpperCase()}`)
    .join(", ");
}

function whole(value: number): string {
  return String(Math.round(value));
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line), ""].join("\n");
}
