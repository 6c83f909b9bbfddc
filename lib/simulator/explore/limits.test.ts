import { describe, expect, it } from "vitest";
import { shipped } from "../testing/simulate";
import { explore, exploreInTurns, type Progress } from "./explore";
import { proofOf } from "./proof";
import { resultOf } from "./result";
import { charge, small } from "./testing/cases";

const explosive = { processes: 4, faults: { crash: 3, expiry: 3 }, maxReceive: null } as const;
const nothing = () => new Promise<void>((resolve) => void setImmediate(resolve));

describe("an exploration that is too large", () => {
  it("ends at its limit of states with what it has seen, and calls it no proof", async () => {
    const exploration = explore(await shipped("select-then-act", { handler: "fixed", ...explosive }), {
      limits: { states: 300 },
    });
    expect(exploration).toMatchObject({ stopped: "states", schedules: null, crashMap: null, counterexample: null });
    expect(exploration.states).toBeLessThan(1000);
    const { complete, en, ru } = proofOf(exploration);
    expect(complete).toBe(false);
    expect(en).toMatch(
      /^No violation in the \d+ states seen \(4 workers, at most 3 crashes, 3 expiries\); not a proof: the limit of states was reached\. Further bounds: no other faults, no limit of receives; (?:[a-z0-9-]+=[a-z-]+, )*stale-ack=ignore, (?:[a-z0-9-]+=[a-z-]+, )*requeue=delayed/,
    );
    expect(ru).toMatch(/^Нарушения не видно в \d+ просмотренн\S+ состояни\S+ \(4 воркера, .+\); это не доказательство: достигнут предел числа состояний\. Прочие границы: /);
  });

  it("still shows a violation that it has met, without a claim that nothing is simpler", async () => {
    const exploration = explore(await shipped("select-then-act", explosive), { limits: { states: 5000 } });
    expect(exploration).toMatchObject({ stopped: "states", verdict: "double", schedules: null });
    expect(exploration.counterexample?.at(-1)).toMatch(/-charge$/);
    expect(proofOf(exploration).en).toMatch(/^A violation \(double\) in the [\d,]+ states seen \(.+\); not a proof/);
    expect(resultOf(exploration, "quickjs")).toMatchObject({ schedules: null, crashMap: [], proof: { complete: false } });
  });

  it("ends in time", async () => {
    let time = 0;
    const simulation = await shipped("select-then-act", explosive);
    const exploration = explore(simulation, { limits: { milliseconds: 50 }, now: () => (time += 20) });
    expect(exploration.stopped).toBe("time");
  });

  it("ends before it takes more memory than it may", async () => {
    const simulation = await shipped("select-then-act", explosive);
    expect(explore(simulation, { limits: { bytes: 1_000_000 } }).stopped).toBe("memory");
  });
});

it("tells how far it is, and is cancelled between two turns", async () => {
  const simulation = await shipped("select-then-act", explosive);
  const seen: Progress[] = [];
  const cancel = new AbortController();
  const exploration = await exploreInTurns(simulation, {
    signal: cancel.signal,
    pause: nothing,
    onProgress: (progress) => {
      seen.push(progress);
      if (seen.length === 3) cancel.abort();
    },
  });
  expect(exploration.stopped).toBe("cancelled");
  expect(seen).toHaveLength(3);
  expect(seen.map(({ states }) => states)).toEqual([...seen.map(({ states }) => states)].sort((a, b) => a - b));
  expect(proofOf(exploration).en).toContain("not a proof: the exploration was cancelled");
});

it("says where a handler did something that cannot run here, and how to get there", async () => {
  const exploration = explore(await small({ faults: { crash: 1 } }, charge, "Date.now();"));
  expect(exploration).toMatchObject({
    stopped: "refused",
    schedules: null,
    refusal: { refusal: { code: "hidden-global", line: 3 }, choices: ["A-m1", "A-charge"] },
  });
  expect(proofOf(exploration).en).toContain("not a proof: line 3: Date does not exist here. Use clock.now()");
});

describe("runs that go round for ever", () => {
  it("have no count, and the loop is what gets stuck", async () => {
    const forever = await small({ faults: {}, maxReceive: null }, "await nack();");
    const exploration = explore(forever);
    expect(exploration).toMatchObject({
      stopped: null,
      schedules: null,
      verdict: "stuck",
      loop: { into: ["A-m1"], round: ["A-nack", "A-m1"] },
      counterexample: ["A-m1", "A-nack", "A-m1"],
      outcomes: [{ schedules: null, outcome: { verdict: "stuck", messages: { m1: "inflight" } } }],
    });
    expect(proofOf(exploration).en).toMatch(/^In all ∞ schedules \(\d+ workers?, no faults\): stuck\. A run can go round for ever: stuck\./);
    expect(exploration.numbering.total).toBeNull();
    expect(exploration.numbering.scheduleAt(1n)).toBeNull();
  });

  it("leave the counts of what ends before them", async () => {
    const poison = ["if (msg.amount > 0) await nack();", "else await ack();"];
    const exploration = explore(await small({ processes: 1, faults: { crash: 1 }, maxReceive: null }, ...poison));
    expect(exploration.schedules).toBeNull();
    expect(exploration.loop?.round).toEqual(["A-nack", "A-m1"]);
    expect(exploration.crashMap?.every(({ outcomes }) => outcomes.every(({ schedules }) => schedules === null))).toBe(true);
  });

  it("are no verdict when somebody is kept waiting in them without reason", async () => {
    const exploration = explore(
      await small(
        { processes: 2, faults: { expiry: 1 }, maxReceive: null, profiles: { requeue: "immediate" } },
        "try {",
        "  await db.query('INSERT INTO processed (msg_id) VALUES ($1)', [msg.id]);",
        "} catch { return nack(); }",
        charge,
        "await db.query('DELETE FROM processed WHERE msg_id = $1', [msg.id]);",
        "await ack();",
      ),
    );
    expect(exploration.schedules).toBeNull();
    expect(exploration.loop).toBeNull();
    expect(proofOf(exploration).en).toContain("The only loops are those in which somebody is kept waiting");
  });
});
