import { expect, test } from "vitest";
import { codeLines } from "./scan";
import { scanSql } from "./sql";

test("each statement is a step; comments and texts hide neither semicolons nor statements", () => {
  const source = `-- INSERT;
BEGIN;
insert into t values ('a;b', $$ ; $$);
/* UPDATE
   t; */
UPDATE t
   SET a = 1;
COMMIT;
-- then ack
`;
  const scan = scanSql(source);
  expect(scan.steps.map(({ name }) => name)).toEqual(["BEGIN", "INSERT", "UPDATE", "COMMIT"]);
  expect([...scan.gaps]).toEqual([2, 3, 6, 8, 9]);
  const marked = codeLines(source, scan).map(({ segments }) =>
    segments.filter(({ kind }) => kind !== "plain").map(({ kind, text }) => `${kind}: ${text}`),
  );
  expect(marked).toEqual([
    ["comment: -- INSERT;"],
    ["port: BEGIN"],
    ["port: insert into"],
    ["comment: /* UPDATE"],
    ["comment:    t; */"],
    ["port: UPDATE"],
    [],
    ["port: COMMIT"],
    ["comment: -- then ack"],
  ]);
});
