import { join } from "node:path";
import { expect, test } from "vitest";
import type { Diagram, Span, Step } from "@/components/simulator/diagram/diagram";
import { diagramOf } from "@/components/simulator/diagram/read-run";
import { engineSetup } from "@/lib/content/claims/setup";
import { nativeExecutor, parseSql } from "@/lib/content/engine";
import { diskFiles } from "@/lib/content/files";
import { Report } from "@/lib/content/problem";
import { readScenario } from "@/lib/content/scenarios";
import { explore } from "@/lib/simulator/explore/explore";
import { framesOf, play } from "@/lib/simulator/run/run";
import { createSimulation } from "@/lib/simulator/run/simulation";
import { noFaults } from "@/lib/simulator/scenario/bounds";

const files = diskFiles(join(process.cwd(), "content"));

/** The marks of the simplest counterexample, or of the first schedule where there is none. */
function marksOf(slug: string): string {
  const read = readScenario(slug, files, new Report());
  const setup = read && engineSetup(read, "given", { ...read.scenario.bounds, faults: { ...noFaults, crash: 1 } });
  if (!setup) throw new Error(`${slug} cannot be run`);
  const simulation = createSimulation({ ...setup, executor: nativeExecutor(), parseSql });
  const { counterexample, numbering } = explore(simulation, { crashMap: false });
  const choices = counterexample ?? numbering.scheduleAt(1n) ?? [];
  return describe(diagramOf(framesOf(play(simulation, choices)), setup.scenario.effects));
}

function describe({ lanes, steps, lives, leases, transactions, reservations, ghosts }: Diagram): string {
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

const drawn = files.folders("scenarios").filter((slug) => files.read(`scenarios/${slug}/scenario.yaml`));

/** Small ones that together have every kind of mark; all of them in `npm run test:long`. */
const quick = [
  ...["select-then-act", "transactional-dedup", "stripe-idempotency-key", "two-workers-one-job", "crash-before-ack", "retention"],
  ...["partition-moves", "o04-offset-on-hand-out", "o07-broker-window", "o09-inbox-and-mail", "redis-lock"],
];

test.each(drawn.filter((slug) => process.env.TEST_LONG || quick.includes(slug)))(
  "the simplest counterexample of %s is drawn as before",
  (slug) => {
    expect(marksOf(slug)).toMatchSnapshot();
  },
  60_000,
);
