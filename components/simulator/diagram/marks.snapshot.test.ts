import { join } from "node:path";
import { expect, test } from "vitest";
import type { Diagram, Span, Step } from "@/components/simulator/diagram/diagram";
import type { PartitionLane } from "@/components/simulator/diagram/read-partitions";
import { diagramOf } from "@/components/simulator/diagram/read-run";
import { type DrawnRun, labelsOutside } from "@/components/simulator/diagram/testing/labels-outside";
import { engineSetup } from "@/lib/content/claims/setup";
import { nativeExecutor, parseSql } from "@/lib/content/engine";
import { diskFiles } from "@/lib/content/files";
import { Report } from "@/lib/content/problem";
import { readScenario } from "@/lib/content/scenarios";
import { explore } from "@/lib/simulator/explore/explore";
import { framesOf, play } from "@/lib/simulator/run/run";
import { createSimulation } from "@/lib/simulator/run/simulation";
import { noFaults } from "@/lib/simulator/scenario/bounds";
import type { Bounds } from "@/lib/simulator/scenario/scenario";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";

const files = diskFiles(join(process.cwd(), "content"));

/** Small ones that together have every kind of mark; all of them in `npm run test:long`. */
const quick = [
  ...["select-then-act", "transactional-dedup", "stripe-idempotency-key", "two-workers-one-job", "crash-before-ack", "retention"],
  ...["partition-moves", "o04-offset-on-hand-out", "o07-broker-window", "o09-inbox-and-mail", "redis-lock"],
];

const drawnScenarios = files
  .folders("scenarios")
  .filter((slug) => files.read(`scenarios/${slug}/scenario.yaml`) && (process.env.TEST_LONG || quick.includes(slug)));

function setupOf(slug: string, faults: (own: Bounds["faults"]) => Bounds["faults"]): EngineSetup {
  const read = readScenario(slug, files, new Report());
  const setup = read && engineSetup(read, "given", { ...read.scenario.bounds, faults: faults(read.scenario.bounds.faults) });
  if (!setup) throw new Error(`${slug} cannot be run`);
  return setup;
}

/** The simplest counterexample with a crash, or the first schedule where there is none. */
function simplestRun(slug: string): DrawnRun {
  const setup = setupOf(slug, () => ({ ...noFaults, crash: 1 }));
  const simulation = createSimulation({ ...setup, executor: nativeExecutor(), parseSql });
  const { counterexample, numbering } = explore(simulation, { crashMap: false });
  return { frames: framesOf(play(simulation, counterexample ?? numbering.scheduleAt(1n) ?? [])), effects: setup.scenario.effects };
}

/** One schedule, by its choices. @throws where they are not possible */
function runOf(slug: string, choices: string, faults: Partial<Bounds["faults"]> = {}): DrawnRun {
  const setup = setupOf(slug, (own) => ({ ...own, ...faults }));
  const frames = framesOf(play(createSimulation({ ...setup, executor: nativeExecutor(), parseSql }), choices.split(" ")));
  if (frames.stopped) throw new Error(frames.stopped.words.en);
  return { frames, effects: setup.scenario.effects };
}

/** The marks as text. No words of any run may reach past the figure, in either direction and language. */
function marksOf(run: DrawnRun): string {
  expect(labelsOutside(run)).toEqual([]);
  return describe(diagramOf(run.frames, run.effects));
}

function describe({ lanes, steps, lives, leases, transactions, reservations, partitions, stored, kept, ghosts }: Diagram): string {
  return [
    `lanes ${lanes.map(({ id }) => id).join(" ")}`,
    ...steps.map(describeStep),
    ...lives.map(
      ({ process, incarnation, from, to, crashed, busy }) =>
        `life ${process}${incarnation} ${from}-${to}${crashed ? " crashed" : ""} busy ${busy.map((span) => `${span.from}-${span.to}`).join(" ")}`,
    ),
    ...leases.map((span) => `lease ${describeSpan(span)} of ${span.delivery?.message} delivery ${span.delivery?.number}`),
    ...transactions.map(({ process, from, to, end, locksFrom }) => `transaction ${process} ${from}-${to} ${end} locks from ${locksFrom}`),
    ...reservations.map((span) => `reservation ${describeSpan(span)}`),
    ...partitions.flatMap(describePartition),
    ...stored.map(({ key, process, from, to, hasTtl, end }) => `key ${key} of ${process} ${from}-${to}${hasTtl ? " TTL" : ""} ${end}`),
    ...kept.map(({ lane, kind, name, from, to, isOver }) => `${lane} ${kind} ${name} ${from}-${to}${isOver ? " over" : ""}`),
    ...ghosts.map(({ process, at, call }) => `ghost ${process} ${at} ${call}`),
  ]
    .map((line) => line.trimEnd())
    .join("\n");
}

function describeStep({ at, kind, from, to, call, answer, arrival, effect, lost }: Step): string {
  const parts = [at, kind, from && `${from} >`, to, call, arrival !== "none" && `[${arrival}]`, answer?.en];
  const count = effect && `number ${effect.count}${effect.unwanted ? ", unwanted" : ""}`;
  return [...parts, count, lost && `${lost} lost`].filter((part) => part !== null && part !== false && part !== undefined).join(" ");
}

function describeSpan({ process, from, to, end }: Span): string {
  return `${process} ${from}-${to} ${end}`;
}

function describePartition({ lane, records, committed, owners, readers }: PartitionLane): string[] {
  const moves = (steps: readonly { from: number; offset: number }[]) => steps.map(({ from, offset }) => `${offset} from ${from}`).join(", ");
  return [
    `${lane} ${records.join(" ")} committed ${moves(committed)}`,
    ...owners.map(({ life, generation, from, to }) => `${lane} of ${life} ${from}-${to} generation ${generation}`),
    ...readers.map(({ life, positions, fencedFrom, to }) => `${lane} read by ${life} to ${to}: ${moves(positions)}${fencedFrom === null ? "" : `, fenced from ${fencedFrom}`}`),
  ];
}

test.each(drawnScenarios)(
  "the simplest counterexample of %s is drawn as before",
  (slug) => {
    expect(marksOf(simplestRun(slug))).toMatchSnapshot();
  },
  60_000,
);

test("a partition that moves: positions, the committed offset, generations, and the fenced commit of its old owner", () => {
  const choices = "A-poll A-mail p0-rebalance-to-B B-poll B-mail A-mail A-commit B-mail B-commit";
  expect(marksOf(runOf("partition-moves", choices))).toMatchSnapshot();
});

test("a timer that commits what was not done yet says that it was the timer", () => {
  expect(marksOf(runOf("o04-offset-on-hand-out", "A-poll A-timer A-mail A-crash p0-moves-to-A A-poll"))).toMatchSnapshot();
});

test("a lock of the Redis-like store that ends while its holder lives, who then deletes the lock of another", () => {
  const choices = "A-m1 A-set A-get redis-leaseExpiry m1-expiry B-m1 B-set B-get B-pay A-pay A-set A-del B-set B-del B-ack";
  expect(marksOf(runOf("redis-lock", choices))).toMatchSnapshot();
});

test("a lock that somebody else has is refused", () => {
  expect(marksOf(runOf("redis-lock", "A-m1 A-set m1-expiry B-m1 B-set B-nack"))).toMatchSnapshot();
});

test("an event of the outbox is pending until it is marked as sent, although it was published before", () => {
  const choices = "A-select A-publish B-select B-publish B-update A-update C-orders1";
  expect(marksOf(runOf("o10-outbox-two-relays", choices))).toMatchSnapshot();
});

test("a broker remembers the id of a publish until its window passes", () => {
  expect(marksOf(runOf("o07-broker-window", "C-publish queue-forget", { retention: 1 }))).toMatchSnapshot();
});
