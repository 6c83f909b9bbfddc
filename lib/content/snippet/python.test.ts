import { expect, test } from "vitest";
import { scanPython } from "./python";
import { codeLines } from "./scan";

const steps = (source: string) => scanPython(source).steps.map((step) => `${step.name}${step.afterFailure ? "!" : ""}`);
const gaps = (source: string) => [...scanPython(source).gaps].sort((a, b) => a - b);

const handler = `def handle(msg, db, stripe, ack):
    seen = db.execute(
        "SELECT 1 FROM t",  # db.execute("DELETE")
        [msg.id],
    )
    if seen.rowcount:
        return ack()
    stripe.charge(msg.amount)
    db.execute("""INSERT INTO t
        VALUES (1)""")
    ack()
`;

test("Python takes the same steps, by the same rules", () => {
  expect(steps(handler)).toEqual(["SELECT", "ack", "charge", "INSERT", "ack"]);
  expect(gaps(handler)).toEqual([2, 8, 9, 11, 12]);
});

test("the gap after the last step stands before an empty line when the file ends there", () => {
  expect(codeLines(handler, scanPython(handler)).at(-1)).toEqual({ number: 12, segments: [], gapBefore: true });
});

test("a transaction block begins and commits", () => {
  expect(
    steps(`def handle(db, ack):\n    with db.transaction():\n        db.execute("UPDATE t SET a = 1")\n    ack()\n`),
  ).toEqual(["BEGIN", "UPDATE", "COMMIT", "ack"]);
});

test("an except block follows a failure", () => {
  const source = `def handle(db, ack):\n    try:\n        db.execute("COMMIT")\n    except Error:\n        db.execute("ROLLBACK")\n        if odd: raise\n    ack()\n`;
  expect(steps(source)).toEqual(["COMMIT", "ROLLBACK!", "ack"]);
});

test("a return in the line of its condition shares the gap of the next statement", () => {
  expect(
    gaps(
      `def handle(msg, db, ack):\n    if db.execute("SELECT 1"): return ack()\n    db.execute("INSERT INTO t")\n    ack()\n`,
    ),
  ).toEqual([2, 3, 4, 5]);
});
