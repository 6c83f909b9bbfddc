import { expect, test } from "vitest";
import { memoryFiles } from "../files";
import { readTwins } from "./code-twins";

const handler = `export default async function handle(msg, { db, stripe, ack }) {
  await db.query("BEGIN");
  await stripe.charges.create({ amount: 1 });
  await db.query("COMMIT");
  await ack();
}
`;
const python = `def handle(msg, db, stripe, ack):
    # the same
    db.execute("BEGIN")
    stripe.charges.create(amount=1)
    db.execute("COMMIT")
    ack()
`;

function twins(files: Record<string, string>, name = "given") {
  const paths = Object.entries(files).map(([file, text]) => [`scenarios/s/handlers/${file}`, text] as const);
  return readTwins("s", name, memoryFiles(new Map(paths)));
}

test("a twin comes with the line of every call that it shows", () => {
  const found = twins({ "given.ts": handler, "given.py": python, "given.sql": "BEGIN;\n-- the charge\nCOMMIT;\n" });
  expect(found.map(({ language, lines }) => [language, lines])).toEqual([
    ["python", { 2: 3, 3: 4, 4: 5, 5: 6 }],
    ["sql", { 2: 1, 4: 3 }],
  ]);
  expect(found[0]?.source).toBe(python);
});

test("a twin that takes other steps is not shown, and none belongs to another handler", () => {
  expect(twins({ "given.ts": handler, "given.py": python.replace("    ack()\n", "") })).toEqual([]);
  expect(twins({ "fixed.ts": handler, "given.ts": handler, "given.py": python }, "fixed")).toEqual([]);
});
