import { join } from "node:path";
import { expect, test } from "vitest";
import { diagramOf } from "@/components/simulator/diagram/read-run";
import { transactionOf } from "@/components/simulator/diagram/read-step";
import { uprightGeometry } from "@/components/simulator/diagram/upright-geometry";
import { wideGeometry } from "@/components/simulator/diagram/wide-geometry";
import { engineSetup } from "@/lib/content/claims/setup";
import { nativeExecutor, parseSql } from "@/lib/content/engine";
import { diskFiles } from "@/lib/content/files";
import { Report } from "@/lib/content/problem";
import { readScenario } from "@/lib/content/scenarios";
import type { Frame, Frames } from "@/lib/simulator/run/frame";
import { framesOf, play } from "@/lib/simulator/run/run";
import { createSimulation } from "@/lib/simulator/run/simulation";
import type { Bounds, Scenario } from "@/lib/simulator/scenario/scenario";

const files = diskFiles(join(process.cwd(), "content"));

/** A run of the shipped content, executed here: what the marks are read from is what the engine says today. */
function run(slug: string, handler: string, choices: string, broker: Partial<Bounds> = {}): { frames: Frames; scenario: Scenario } {
  const read = readScenario(slug, files, new Report());
  const faults = read && { ...read.scenario.bounds.faults, crash: 2, expiry: 1, redrive: 1 };
  const bounds = read && faults && { ...read.scenario.bounds, faults, ...broker, profiles: { ...read.scenario.bounds.profiles, ...broker.profiles } };
  const setup = read && engineSetup(read, handler, bounds ?? read.scenario.bounds);
  if (!setup) throw new Error(`${slug} has no ${handler}`);
  const frames = framesOf(play(createSimulation({ ...setup, executor: nativeExecutor(), parseSql }), choices.split(" ")));
  expect(frames.stopped).toBeNull();
  return { frames, scenario: setup.scenario };
}

function marks(slug: string, handler: string, choices: string) {
  const { frames, scenario } = run(slug, handler, choices);
  return diagramOf(frames, scenario.effects);
}

const crashAfterCharge = "A-m1 A-select A-charge A-crash m1-lease B-m1 B-select B-charge B-insert B-ack";

test("calls lead from the caller to the receiver and leave there what they did", () => {
  const { steps } = marks("select-then-act", "given", crashAfterCharge);
  expect(steps.map(({ kind, from, to, call, arrival }) => [kind, from, to, call, arrival].join(" "))).toEqual([
    "hand-over queue A  none",
    "call A database SELECT read",
    "call A stripe charge effect",
    "crash  A  none",
    "event  queue  none",
    "hand-over queue B  none",
    "call B database SELECT read",
    "call B stripe charge effect",
    "call B database INSERT write",
    "call B queue ack none",
  ]);
});

test("effects are counted, and one too many is marked", () => {
  const { steps } = marks("select-then-act", "given", crashAfterCharge);
  expect(steps.flatMap(({ effect }) => effect ?? [])).toEqual([
    { count: 1, unwanted: false },
    { count: 2, unwanted: true },
  ]);
});

test("a life ends with a crash, and the next incarnation begins after the calls that the dead one owes", () => {
  const { lives, ghosts } = marks("select-then-act", "given", crashAfterCharge);
  const [first, second, other] = lives;
  expect(first).toMatchObject({ process: "A", incarnation: 1, from: 0, to: 4, crashed: true, busy: [{ from: 1, to: 4 }] });
  expect(second).toMatchObject({ process: "A", incarnation: 2, crashed: false, busy: [] });
  expect(other).toMatchObject({ process: "B", from: 0, to: 11, busy: [{ from: 6, to: 10 }] });
  // The other delivery shows what A would have done: it had charged, and the INSERT was next.
  expect(ghosts.map(({ call, at }) => `${call} ${at}`)).toEqual(["INSERT 5", "ack 6"]);
  expect(second?.from).toBeGreaterThan(ghosts.at(-1)?.at ?? Infinity);
});

test("a lease runs out, or ends with the ack of its holder", () => {
  const { leases } = marks("select-then-act", "given", crashAfterCharge);
  expect(leases.map(({ process, from, to, end, delivery }) => `${process} ${from}-${to} ${end} ${delivery?.number}`)).toEqual([
    "A 1-5 expired 1",
    "B 6-10 given-up 2",
  ]);
});

/** RabbitMQ: the death of a consumer closes its channel, and the message comes back at once. */
const requeues = { "dead-consumer": "requeue" } as Bounds["profiles"];

test("where the broker notices a death, the delivery ends with it", () => {
  const { frames, scenario } = run("select-then-act", "given", "A-m1 A-select A-crash B-m1", { profiles: requeues });
  const { leases } = diagramOf(frames, scenario.effects);
  expect(leases.map(({ process, from, to, end }) => `${process} ${from}-${to} ${end}`)).toEqual(["A 1-3 given-up", "B 4-5 open"]);
  expect(frames.frames[2]?.cells["queue"]).toEqual({ ru: "m1 снова видно", en: "m1 visible again" });
});

test("a dead-lettered message lies beside the queue until a redrive", () => {
  const { frames, scenario } = run("select-then-act", "given", "A-m1 A-crash redrive B-m1", { profiles: requeues, maxReceive: 1 });
  expect(frames.frames[1]?.words.en).toContain("m1, received too often, lands in the dead-letter queue");
  expect(diagramOf(frames, scenario.effects).kept).toMatchObject([{ lane: "queue", kind: "dead-letter", name: "m1", from: 2, to: 3, isOver: true }]);
});

test("a transaction of another level of isolation begins with its BEGIN, and a failed BEGIN begins none", () => {
  const begin = (answer: string) => ({ actor: "A", choice: "A-begin", cells: { A: { ru: "BEGIN", en: "BEGIN" }, database: { ru: answer, en: answer } } }) as unknown as Frame;
  expect(transactionOf(begin("SERIALIZABLE"))).toBe("begins");
  expect(transactionOf(begin("REPEATABLE READ"))).toBe("begins");
  expect(transactionOf(begin("25001"))).toBeNull();
});

test("a transaction that nobody commits is rolled back when the database notices the death", () => {
  const choices = "A-m1 A-begin A-insert A-crash A1-session";
  const { transactions } = marks("transactional-dedup", "given", choices);
  expect(transactions).toEqual([{ process: "A", from: 2, to: 5, end: "rolled-back", locksFrom: 3 }]);
});

test("a reservation lasts until its result is stored", () => {
  const { frames, scenario } = run("two-workers-one-job", "variant-wait", "A-job7 A-reserve A-mail A-complete A-ack");
  const { reservations, steps } = diagramOf(frames, scenario.effects);
  expect(reservations).toMatchObject([{ process: "A", from: 2, to: 4, end: "given-up" }]);
  expect(steps[1]).toMatchObject({ to: "coordinator", arrival: "write" });
});

const russian = { locale: "ru", delivery: "доставка", generation: "поколение" } as const;

test("the number of a delivery does not run into what the queue says next", () => {
  const { frames, scenario } = run("select-then-act", "given", "A-m1 m1-expiry B-m1");
  const { along } = wideGeometry(diagramOf(frames, scenario.effects), 0, russian);
  const [delivery, visibleAgain] = [6.7 * "доставка 1".length, 6.7 * "m1 снова видно".length];
  expect(along(2) - along(1)).toBeGreaterThan(delivery - 4 + visibleAgain / 2);
  expect(along(3) - along(2)).toBeGreaterThan(visibleAgain / 2 + 4);
});

test("where time runs down, the number of a delivery stays clear of what the queue has just answered", () => {
  const { frames, scenario } = run("o07-broker-window", "given", "C-publish A-orders1");
  const { along } = uprightGeometry(diagramOf(frames, scenario.effects), 358);
  // The answer stands 20 px below its step, the number 14 px above its own, and letters are 12 px high.
  expect(along(2) - along(1)).toBeGreaterThanOrEqual(20 + 14 + 12);
});

test("no two labels of a lane touch, and a narrow figure holds all lanes", () => {
  const { frames, scenario } = run("select-then-act", "given", crashAfterCharge);
  const diagram = diagramOf(frames, scenario.effects);
  const wide = wideGeometry(diagram, 300, russian);
  for (let at = 1; at < diagram.end - 1; at++) expect(wide.along(at + 1) - wide.along(at)).toBeGreaterThanOrEqual(44);
  expect(wide.width).toBeGreaterThan(300);
  expect(wideGeometry(diagram, 2000, russian).width).toBe(2000);
  const tall = uprightGeometry(diagram, 328);
  for (const { id } of diagram.lanes) {
    expect(tall.across(id)).toBeGreaterThan(0);
    expect(tall.across(id)).toBeLessThan(328);
  }
});
