import { expect, test } from "vitest";
import { readClaims } from "./claims/recorded";
import { ClaimResults } from "./claims/results";
import type { SecretLesson, ShownRun } from "./compiled";
import { compileContent } from "./compile";
import { diskFiles, type ContentFiles } from "./files";
import { formatProblem } from "./problem";

const lesson = "reading-code-and-logs";
const disk = diskFiles("content");

/** The content on disk, with some files replaced. */
function withFiles(changes: Record<string, (text: string) => string>): ContentFiles {
  return {
    ...disk,
    read(path) {
      const bytes = disk.read(path);
      const change = changes[path];
      return bytes && change ? new TextEncoder().encode(change(new TextDecoder().decode(bytes))) : bytes;
    },
  };
}

/** Claims about unchanged handlers need no second execution; those about a changed one are not found here. */
const recorded = readClaims("generated/claims.json");

function compiled(files: ContentFiles): { told: string[]; secret: SecretLesson | null } {
  const { report, output } = compileContent(files, new ClaimResults(recorded));
  const secret = output?.get(`secret/${lesson}.json`);
  return { told: report.problems.map(formatProblem), secret: secret ? (JSON.parse(secret) as SecretLesson) : null };
}

function runsOf({ secret }: { secret: SecretLesson | null }): Record<string, ShownRun> {
  const questions = Object.values(secret?.questions ?? {});
  return Object.fromEntries(
    questions.flatMap(({ id, run, options }) => [
      ...(run ? [[id, run] as const] : []),
      ...options.flatMap((option) => (option.run ? [[`${id}/${option.id}`, option.run] as const] : [])),
    ]),
  );
}

const shipped = compiled(disk);

test("every question about code carries its runs, each of at most 10 KB", () => {
  const runs = runsOf(shipped);
  expect(Object.keys(runs)).toEqual([
    `${lesson}/race-on-rebalance`,
    `${lesson}/race-on-rebalance/once-select`,
    `${lesson}/race-on-rebalance/once-unique`,
    `${lesson}/race-on-rebalance/twice-after-crash`,
    `${lesson}/repair-the-race`,
    `${lesson}/repair-the-race/unique-constraint`,
    `${lesson}/repair-the-race/insert-first`,
    `${lesson}/repair-the-race/for-update`,
    `${lesson}/repair-the-race/longer-timeout`,
    `${lesson}/crash-after-commit`,
    `${lesson}/crash-after-commit/paid-again`,
    `${lesson}/crash-after-commit/commit-undone`,
    `${lesson}/crash-after-commit/poison`,
    `${lesson}/crash-after-commit/blocked`,
    `${lesson}/unpaid-order-in-the-log`,
    `${lesson}/unpaid-order-in-the-log/select-first`,
    `${lesson}/unpaid-order-in-the-log/ignore-conflicts`,
    `${lesson}/unpaid-order-in-the-log/longer-timeout`,
    `${lesson}/crash-after-charge`,
    `${lesson}/crash-after-charge/charged-again`,
    `${lesson}/crash-after-charge/key-refused`,
    `${lesson}/crash-after-charge/id-lost`,
    `${lesson}/crash-after-charge/safe-forever`,
    `${lesson}/two-messages-one-order`,
    `${lesson}/two-messages-one-order/inbox`,
    `${lesson}/two-messages-one-order/check-order`,
    `${lesson}/two-messages-one-order/guard-the-record`,
  ]);
  for (const { frames } of Object.values(runs)) {
    expect(new TextEncoder().encode(JSON.stringify(frames)).length).toBeLessThan(10_000);
    expect(frames.ended).toBe(true);
  }
  const verdict = (id: string) => runs[`${lesson}/${id}`]?.frames.verdict;
  expect(verdict("race-on-rebalance")).toBe("double");
  expect(verdict("repair-the-race")).toBe("ok");
  expect(verdict("repair-the-race/insert-first")).toBe("lost");
});

test("a run that violates knows from which step on no continuation is ok any more", () => {
  const runs = runsOf(shipped);
  const decided = (id: string) => runs[`${lesson}/${id}`]?.pointOfNoReturn;
  // Both workers have looked before one of them wrote; the row stands before anything was charged.
  expect([decided("race-on-rebalance"), decided("repair-the-race/insert-first")]).toEqual([5, 3]);
  expect(decided("repair-the-race")).toBeUndefined();
});

test("a run brings the handler that it runs and no other, no claim and no note", () => {
  const { setup } = runsOf(shipped)[`${lesson}/repair-the-race/insert-first`] as ShownRun;
  expect(setup.scenario.handlers.map(({ name }) => name)).toEqual(["tempting-insert-first"]);
  expect(setup.handlers["worker"]?.source).toContain("ON CONFLICT DO NOTHING");
  expect(setup.scenario).toMatchObject({ claims: [], notes: null });
  expect(JSON.stringify(setup)).not.toContain("idempotencyKey");
});

test("nothing is canned: an edited handler file changes the run", () => {
  const given = "scenarios/select-then-act/handlers/given.ts";
  const twoLinesLower = compiled(withFiles({ [given]: (text) => `// one\n// two\n${text}` }));
  expect(twoLinesLower.told).toEqual([]);
  const lines = (content: { secret: SecretLesson | null }) =>
    runsOf(content)[`${lesson}/race-on-rebalance`]?.frames.frames.map(({ line }) => line).filter((line) => line !== null) ?? [];
  expect(lines(twoLinesLower)).toEqual(lines(shipped).map((line) => line + 2));
});

test.runIf(process.env.TEST_LONG)("a handler that no longer does what a question claims stops the compilation, at the question's line", () => {
  const given = "scenarios/select-then-act/handlers/given.ts";
  const withKey = (text: string) => text.replace('currency: "eur",\n  }', 'currency: "eur",\n  }, { idempotencyKey: msg.id }');
  const { told, secret } = compiled(withFiles({ [given]: withKey }));
  expect(secret).toBeNull();
  expect(told[0]).toMatch(/^content\/lessons\/reading-code-and-logs\/ru\.mdx:\d+:\d+\n {2}the run of race-on-rebalance: .* does not show what is claimed; it ends with charges: 1, verdict: ok/);
});
