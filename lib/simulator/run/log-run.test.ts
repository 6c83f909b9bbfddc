import { describe, expect, it } from "vitest";
import { explore } from "../explore/explore";
import { scenarioFrom, shipped, simulate } from "../testing/simulate";
import { smallScenario } from "../testing/small-scenario";
import { framesOf, offersOf, play } from "./run";
import { textTable } from "./table";

describe("a lost acknowledgement", () => {
  const given = `export default async function handle(msg, { mailer, ack }) {
  await mailer.send({ to: "a", subject: "b" });
  await ack();
}
`;
  const lost = "A-m1 A-mail A-ack-ackLost".split(" ");
  const queue = () => simulate(scenarioFrom(smallScenario, { given }), { given }, { faults: { ackLost: 1, expiry: 1 } });

  it("never arrives: the caller gets a timeout, and the lease that nobody renews ends by itself", async () => {
    const run = play(await queue(), lost);
    expect(framesOf(run).frames.at(-1)?.log.map(({ text }) => text)).toEqual(["uncaught TimeoutError: Request timed out"]);
    expect(framesOf(run).outcome.messages).toEqual({ m1: "inflight" });
    expect(offersOf(run).enabled.map(({ name }) => name)).toEqual(["m1-lease"]);
  });

  it("makes the message come again: acked in the end, and the mail sent twice", async () => {
    const simulation = await simulate(scenarioFrom(smallScenario, { given }), { given }, { faults: { ackLost: 1 } });
    const { outcomes } = explore(simulation, { crashMap: false });
    expect(outcomes.map(({ outcome }) => outcome.messages["m1"])).toEqual(outcomes.map(() => "acked"));
  });

  it("of an offset leaves the offset where it was", async () => {
    const simulation = await shipped("o04-offset-on-hand-out", { handler: "fixed", faults: { ackLost: 1 } });
    const { frames } = framesOf(play(simulation, "A-poll A-mail A-commit-ackLost".split(" ")));
    expect(frames.at(-1)?.partitions?.["p0"]).toMatchObject({ committed: 0, owner: "A1", readers: { A1: { position: 1, fenced: false } } });
    expect(frames.at(-1)?.cells["p0"]?.en).toBe("never arrived");
  });
});

describe("the run of a rebalance", () => {
  const choices = "A-poll A-mail p0-rebalance-to-B B-poll B-mail A-mail A-commit A-restart B-mail B-commit".split(" ");

  it("tells who has the partition, where each reader is, and who is fenced", async () => {
    const { frames, partitions, stopped, verdict } = framesOf(play(await shipped("partition-moves"), choices));
    expect(stopped).toBeNull();
    expect(partitions?.["p0"]).toEqual({ records: ["r0", "r1"], committed: 0, owner: "A1", since: 1, readers: {} });
    expect(frames[4]?.partitions?.["p0"]).toMatchObject({
      owner: "B1",
      since: 2,
      readers: { A1: { position: 2, fenced: true }, B1: { position: 2, fenced: false } },
    });
    expect(frames.at(-1)?.partitions?.["p0"]?.committed).toBe(2);
    expect(verdict).toBe("double");
  });

  it("reads as a table, one column for the partition", async () => {
    expect(textTable(framesOf(play(await shipped("partition-moves"), choices)), "en")).toMatchInlineSnapshot(`
      "#   Partition p0        Worker A      Worker B    Mailer
      --  ------------------  ------------  ----------  ------
      1   r0, r1              poll :5
      2                       mail :8                   sent
      3   A → B
      4   r0, r1                            poll :5
      5                                     mail :8     sent
      6                       mail :8                   sent
      7   ILLEGAL_GENERATION  commit :11
      8                       starts again
      9                                     mail :8     sent
      10  committed 2                       commit :11"
    `);
  });

  it("says why a consumer waits", async () => {
    const { blocked } = offersOf(play(await shipped("partition-moves"), []));
    expect(blocked).toMatchObject([{ name: "B-poll", process: "B" }]);
    expect(blocked[0]?.words.en).toBe("B polls, but no partition is assigned to it.");
  });
});
