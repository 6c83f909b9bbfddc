import { expect, test } from "vitest";
import { portCalls } from "@/components/repair/port-calls";

const wordsOf = (source: string) => portCalls(source).map(({ line, from, to }) => `${line} ${source.split("\n")[line - 1]?.slice(from - 1, to - 1)}`);

test("calls of ports are found at their place, other names and comments are not", () => {
  const source = ["const seen = await db.query(", "await stripe.charges.create({}); await ack(); // ack() again", "package(); tx.query(1); db.rows;"].join("\n");
  expect(wordsOf(source)).toEqual(["1 db.query", "2 stripe.charges.create", "2 ack", "3 tx.query"]);
});
