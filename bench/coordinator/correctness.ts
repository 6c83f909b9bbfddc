import { createClient } from "redis";
import type { Receipt, Subject } from "./subjects";

export interface Correctness {
  /** Of so many pairs of simultaneous calls, in how many the action ran twice. */
  pairsThatRanTwice: string;
  /** What a second caller gets, a lease and a half after the holder has crashed. */
  afterACrash: string;
  /** Whether a holder whose marker has expired changes the result that its successor has stored. */
  lateHolder: string;
}

export interface CorrectnessOptions {
  url: string;
  /** Opens the subject with a short lease where it has one. A crashed holder is one whose action never ends. */
  open: (leaseMs: number) => Promise<Subject>;
}

const pairs = 50;
const actionMs = 20;
const leaseMs = 1000;

export async function checkCorrectness({ url, open }: CorrectnessOptions): Promise<Correctness> {
  return {
    pairsThatRanTwice: await countDoubleRuns(open),
    afterACrash: await runAfterACrash(open),
    lateHolder: await overtake(url, open),
  };
}

/** Two processes, so nothing that one of them knows can help: two instances of the subject. */
async function countDoubleRuns(open: CorrectnessOptions["open"]): Promise<string> {
  const processes = [await open(30_000), await open(30_000)];
  let doubles = 0;
  for (let round = 0; round < pairs; round++) {
    let runs = 0;
    const action = async () => {
      runs++;
      await pause(actionMs);
      return { receipt: `em_${runs}` };
    };
    await Promise.allSettled(processes.map((subject) => subject.run(`pair-${round}`, action)));
    if (runs > 1) doubles++;
  }
  for (const subject of processes) await subject.close();
  return `${doubles} of ${pairs}`;
}

async function runAfterACrash(open: CorrectnessOptions["open"]): Promise<string> {
  const [holder, other] = [await open(leaseMs), await open(leaseMs)];
  void holder.run("crash", () => new Promise<Receipt>(() => {})).catch(() => {});
  await pause(100);
  await holder.close();
  await pause(1.5 * leaseMs);
  const answer = await Promise.race([
    other.run("crash", async () => ({ receipt: "em_2" })).then(
      () => "usable",
      () => "refused",
    ),
    pause(5000).then(() => "no answer"),
  ]);
  await other.close();
  return answer;
}

/** The marker of a running holder vanishes, as after an expiry, an eviction or a failover. Another one runs meanwhile. */
async function overtake(url: string, open: CorrectnessOptions["open"]): Promise<string> {
  const admin = createClient({ url });
  await admin.connect();
  const [late, successor] = [await open(30_000), await open(30_000)];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const own = late
    .run("late", async () => {
      await released;
      return { receipt: "of the late holder" };
    })
    .then(
      ({ receipt }) => (receipt === "stored first" ? "the stored one" : "its own"),
      () => "an error",
    );
  await pause(100);
  await admin.flushDb();
  await successor.run("late", async () => ({ receipt: "stored first" }));
  release();
  const answer = await own;
  await pause(50);
  const { receipt } = await successor.run("late", async () => ({ receipt: "run again" }));
  for (const subject of [late, successor]) await subject.close();
  admin.destroy();
  return `${receipt === "stored first" ? "kept" : "flips"}; it gets ${answer}`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
