import { expect, test } from "vitest";
import { Report } from "../problem";
import { codeLines } from "./scan";
import { scanTypeScript } from "./typescript";

/** The code with `=` before lines that a process can die at, `[…]` around calls to the outside and `{…}` around comments. */
function drawn(source: string): string {
  const report = new Report();
  const scan = scanTypeScript(source, "given.ts", report);
  expect(report.problems).toEqual([]);
  return codeLines(source, scan)
    .map(({ gapBefore, segments }) => {
      const text = segments.map((segment) =>
        segment.kind === "plain" ? segment.text : segment.kind === "port" ? `[${segment.text}]` : `{${segment.text}}`,
      );
      return `${gapBefore ? "=" : " "} ${text.join("")}`.trimEnd();
    })
    .join("\n");
}

const steps = (source: string) =>
  scanTypeScript(source, "given.ts", new Report()).steps.map((step) => `${step.name}${step.afterFailure ? "!" : ""}`);

test("four steps have five gaps; the early return shares the gap of the statement after it", () => {
  const source = `export default async function handle(msg, { db, stripe, ack }) {
  const seen = await db.query(
    "SELECT 1",
  );
  if (seen.rowCount) return ack(); // seen before

  await stripe.charges.create({
    amount: msg.amount,
  });
  await db.query("INSERT INTO t VALUES (1)");
  await ack();
}
`;
  expect(drawn(source)).toBe(`  export default async function handle(msg, { db, stripe, ack }) {
=   const seen = await [db.query](
      "SELECT 1",
    );
    if (seen.rowCount) return [ack](); {// seen before}

=   await [stripe.charges.create]({
      amount: msg.amount,
    });
=   await [db.query]("INSERT INTO t VALUES (1)");
=   await [ack]();
= }`);
  expect(steps(source)).toEqual(["SELECT", "ack", "charge", "INSERT", "ack"]);
});

test("a transaction begins and commits in steps of its own", () => {
  const source = `export default async function handle(msg, { db, mailer, ack }) {
  await db.transaction(async (tx) => {
    await tx.query("INSERT INTO t VALUES (1)");
    await mailer.send({ to: msg.to });
  });
  await ack();
}
`;
  expect(drawn(source)).toBe(`  export default async function handle(msg, { db, mailer, ack }) {
=   await [db.transaction](async (tx) => {
=     await [tx.query]("INSERT INTO t VALUES (1)");
=     await [mailer.send]({ to: msg.to });
=   });
=   await [ack]();
= }`);
  expect(steps(source)).toEqual(["BEGIN", "INSERT", "send", "COMMIT", "ack"]);
});

test("what follows a failure is a step and not part of the straight way", () => {
  const source = `export default async function handle(msg, { db, log, ack }) {
  try {
    await db.query("COMMIT");
  } catch (error) {
    await db.query("ROLLBACK");
    if (error.code !== "23505") throw error;
    log("duplicate");
  }
  await ack();
}
`;
  expect(steps(source)).toEqual(["COMMIT", "ROLLBACK!", "ack"]);
  expect(
    drawn(source)
      .split("\n")
      .filter((line) => line.startsWith("=")),
  ).toHaveLength(4);
});

test("clock, random values and the log are no steps", () => {
  expect(steps(`async function handle(msg, { clock, random, log }) { log(clock.now(), random.uuid()); }`)).toEqual([]);
});

test("ports are found behind a name for all of them, in loops, conditions and arguments", () => {
  const source = `export default async function handle(msg, ports) {
  for (const row of (await ports.db.query("select 1")).rows) {
    await ports.receiver("shop").call("reserve", { params: { row } });
  }
  if ((await ports.redis.set("k", "v", { ifAbsent: true })) === null) return ports.nack();
  await ports.publish("paid", await ports.stripe.charges.create({}));
}
`;
  expect(steps(source)).toEqual(["SELECT", "call", "redis set", "nack", "charge", "publish"]);
});

test("strings that look like comments stay plain", () => {
  expect(drawn('const url = "https://queue.example"; /* a\n b */\n')).toBe(
    '  const url = "https://queue.example"; {/* a}\n  { b */}',
  );
});
