import { expect } from "vitest";
import type * as Moves from "../../run/log-moves";
import { describeMutants, type Mutant } from "../../testing/mutation";
import type { Asked } from "../../testing/simulate";
import type * as Consumer from "./consumer";
import type * as Group from "./group";
import type * as State from "./state";

/** Rules of the log, each with a deliberately broken variant: a fact about shipped scenarios holds, and fails for the mutant. */

async function outcomesOf(slug: string, asked: Asked) {
  const { shipped } = await import("../../testing/simulate");
  const { explore } = await import("../../explore/explore");
  return explore(await shipped(slug, asked), { crashMap: false }).outcomes.map(({ outcome }) => outcome);
}

async function counts(slug: string, effect: string, asked: Asked): Promise<number[]> {
  const all = (await outcomesOf(slug, asked)).flatMap(({ effects }) => Object.values(effects[effect] ?? {}));
  return [...new Set(all)].sort();
}

/** What stands in the log of the choices of one run. */
async function facts(slug: string, choices: string, asked: Asked = {}) {
  const { shipped } = await import("../../testing/simulate");
  const { framesOf, play } = await import("../../run/run");
  return framesOf(play(await shipped(slug, asked), choices.split(" ")));
}

const rules = {
  /** The old owner is fenced at its commit: ILLEGAL_GENERATION, and the offset stays where it was. */
  oldGenerationsAreFenced: async () => {
    const { frames } = await facts("partition-moves", "A-poll A-mail A-mail p0-rebalance-to-B A-commit");
    expect(frames.at(-1)?.words.en).toContain("CommitFailedException");
    expect(frames.at(-1)?.partitions?.["p0"]?.committed).toBe(0);
  },
  /** A partition moves while its owner lives, which is not told. */
  aRebalanceGivesToAnother: async () => {
    const { frames } = await facts("partition-moves", "A-poll p0-rebalance-to-B");
    expect(frames.at(-1)?.partitions?.["p0"]).toMatchObject({ owner: "B1", readers: { A1: { fenced: true } } });
  },
  /** A partition that went away and came back was somebody else's in between. */
  aReturnDoesNotUnfence: async () => {
    const choices = "A-poll A-mail A-mail p0-rebalance-to-B p0-rebalance-to-A A-commit";
    const { frames, stopped } = await facts("partition-moves", choices, { faults: { rebalance: 2 } });
    expect(stopped).toBeNull();
    expect(frames.at(-1)?.words.en).toContain("CommitFailedException");
  },
  /** The next owner starts at the committed offset: what was polled and not committed comes again. */
  uncommittedBatchesComeAgain: async () =>
    expect(await counts("partition-moves", "mails", { faults: { rebalance: 1 } })).toEqual([1, 2]),
  /** The partitions of a dead consumer go to somebody else: every record is committed in the end. */
  theDeadAreMissed: async () => {
    const all = await outcomesOf("o04-offset-on-hand-out", { handler: "fixed", faults: { crash: 1 } });
    expect(all.map(({ messages }) => Object.values(messages).join())).toEqual(["committed,committed"]);
  },
  /** The timer commits what was handed out: a crash then skips a record. */
  theTimerSkipsRecords: async () =>
    expect(await counts("o04-offset-on-hand-out", "mails", { faults: { crash: 1 } })).toEqual([0, 1, 2]),
  /** Inside poll it commits only what earlier polls returned: nothing is skipped. */
  theTimerInPollSkipsNothing: async () =>
    expect(
      await counts("o04-offset-on-hand-out", "mails", { faults: { crash: 1 }, profiles: { "auto-commit": "in-poll" } }),
    ).toEqual([1, 2]),
  /** A consumer that starts again reads from the committed offset. */
  restartsGoBack: async () => {
    const choices = "A-poll A-mail A-commit-ackLost A-restart A-poll";
    const { frames, stopped } = await facts("o04-offset-on-hand-out", choices, { handler: "fixed", faults: { ackLost: 1 } });
    expect(stopped).toBeNull();
    expect(frames.at(-1)?.words.en).toContain("offset 0: r0");
  },
  /** A record counts as committed below the committed offset, and not before. */
  polledIsNotCommitted: async () => {
    const { outcome } = await facts("partition-moves", "A-poll A-mail");
    expect(outcome.messages).toEqual({ r0: "inflight", r1: "inflight" });
  },
} satisfies Record<string, () => Promise<void>>;

const mutants: Mutant<keyof typeof rules>[] = [
  { name: "takes commits from everybody", file: "@/lib/simulator/world/log/state", mutate: () => ({ holds: () => true }), fails: "oldGenerationsAreFenced" },
  {
    name: "asks only who owns the partition now",
    file: "@/lib/simulator/world/log/state",
    mutate: (real: typeof State) => ({
      holds: (state: State.LogState, life: string, name: string) => real.partitionOf(state, name).owner === life,
    }),
    fails: "aReturnDoesNotUnfence",
  },
  {
    name: "commits by polling",
    file: "@/lib/simulator/world/log/consumer",
    mutate: (real: typeof Consumer) => ({
      answerLog: (...args: Parameters<typeof Consumer.answerLog>) => {
        const response = real.answerLog(...args);
        return "blocked" in response ? response : { ...response, state: real.commitPositions(response.state, args[3].life) };
      },
    }),
    fails: "uncommittedBatchesComeAgain",
  },
  { name: "never misses a dead consumer", file: "@/lib/simulator/world/log/group", mutate: () => ({ orphans: () => [] }), fails: "theDeadAreMissed" },
  { name: "has no timer", file: "@/lib/simulator/world/log/consumer", mutate: () => ({ uncommitted: () => [] }), fails: "theTimerSkipsRecords" },
  {
    name: "looks at the timer outside of poll",
    file: "@/lib/simulator/run/log-moves",
    mutate: (real: typeof Moves) => ({
      logEvents: (...[simulation, ...rest]: Parameters<typeof Moves.logEvents>) =>
        real.logEvents({ ...simulation, logProfile: { ...simulation.logProfile, autoCommit: "on" } }, ...rest),
    }),
    fails: "theTimerInPollSkipsNothing",
  },
  {
    name: "keeps the position of a consumer that starts again",
    file: "@/lib/simulator/world/log/group",
    mutate: () => ({ memberRestarted: (state: State.LogState) => state }),
    fails: "restartsGoBack",
  },
  {
    name: "takes what was polled for committed",
    file: "@/lib/simulator/world/log/state",
    mutate: (real: typeof State) => ({
      finalRecordState: (...args: Parameters<typeof State.finalRecordState>) => {
        const found = real.finalRecordState(...args);
        return found === "inflight" ? "committed" : found;
      },
    }),
    fails: "polledIsNotCommitted",
  },
  {
    name: "leaves the partition with its owner",
    file: "@/lib/simulator/world/log/group",
    mutate: (real: typeof Group) => ({
      movePartition: (state: State.LogState, name: string) =>
        real.movePartition(state, name, state.partitions[name]?.owner ?? ""),
    }),
    fails: "theDeadAreMissed",
  },
  {
    name: "gives the partition to the owner that it had",
    file: "@/lib/simulator/world/log/group",
    mutate: (real: typeof Group) => ({
      movePartition: (state: State.LogState, name: string) =>
        real.movePartition(state, name, real.assigned(state).find(({ partition }) => partition === name)?.owner ?? ""),
    }),
    fails: "aRebalanceGivesToAnother",
  },
];

describeMutants("the log, run by run", rules, mutants);
