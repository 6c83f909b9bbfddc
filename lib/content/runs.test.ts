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

interface Compiled {
  told: string[];
  secret: SecretLesson | null;
  /** The secret half of the lesson on jobs. */
  jobs: SecretLesson | null;
}

function compiled(files: ContentFiles): Compiled {
  const { report, output } = compileContent(files, new ClaimResults(recorded));
  const secretOf = (slug: string) => {
    const text = output?.get(`secret/${slug}.json`);
    return text ? (JSON.parse(text) as SecretLesson) : null;
  };
  return { told: report.problems.map(formatProblem), secret: secretOf(lesson), jobs: secretOf("jobs-and-consumers") };
}

/** What each question offers to change, and the verdict of all schedules then. */
function changesOf(secret: SecretLesson | null): Record<string, string[]> {
  const offering = Object.values(secret?.questions ?? {}).filter(({ whatIf }) => whatIf);
  return Object.fromEntries(
    offering.map(({ id, whatIf = [] }) => [id.split("/")[1] ?? "", whatIf.map((change) => `${change.scenario.slug}/${change.id}: ${change.verdict}`)]),
  );
}

function runsOf({ secret }: Pick<Compiled, "secret">): Record<string, ShownRun> {
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
    `${lesson}/lost-in-the-log`,
    `${lesson}/lost-in-the-log/taken-twice`,
    `${lesson}/lost-in-the-log/both`,
    `${lesson}/lost-in-the-log/neither`,
    `${lesson}/unpaid-order-in-the-log`,
    `${lesson}/unpaid-order-in-the-log/select-first`,
    `${lesson}/unpaid-order-in-the-log/never-ack`,
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
  const lines = (content: Pick<Compiled, "secret">) =>
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

test("what is said of other circumstances can be tried where it is said, and comes out as it is said", () => {
  expect(changesOf(shipped.secret)).toEqual({
    "race-on-rebalance": ["select-then-act/one-worker-that-dies: double", "select-then-act/three-workers: double"],
    "repair-the-race": [
      "select-then-act/transaction-in-a-race: ok",
      "select-then-act/transaction-and-crash: double",
      "select-then-act/transaction-and-key: ok",
      "select-then-act/serializable: double",
      "select-then-act/still-running: ok",
    ],
    "crash-after-commit": [
      "transactional-dedup/at-the-same-time: ok",
      "transactional-dedup/mark-alone: lost",
      "transactional-dedup/rethrown: stuck",
      "o09-inbox-and-mail/mail-inside: double",
    ],
    "unpaid-order-in-the-log": ["other-constraint/by-row-count: ok"],
    "crash-after-charge": [
      "stripe-idempotency-key/key-forgotten: double",
      "stripe-idempotency-key/other-amount: wrong",
      "stripe-idempotency-key/amount-not-compared: ok",
      "stripe-idempotency-key/saved-error: wrong",
      "stripe-idempotency-key/new-key-on-error: double",
      "stripe-idempotency-key/still-running: ok",
      "two-messages-one-order/two-messages: double",
      "republished-id/republished: double",
      "stripe-idempotency-key/no-row: wrong",
      "stripe-idempotency-key/other-account: double",
    ],
    "two-messages-one-order": [
      "two-messages-one-order/one-worker: double",
      "two-messages-one-order/intent: ok",
      "two-messages-one-order/other-amounts: stuck",
      "republished-id/republished: double",
    ],
  });
  expect(changesOf(shipped.jobs)).toEqual({
    "crash-repeats-the-batch": ["partition-moves/owner-lives: double"],
    "where-the-window-went": ["crash-before-ack/key-at-the-mailer: ok", "crash-before-ack/ack-first: lost", "crash-before-ack/no-crash: ok"],
    "what-wait-promises": ["two-workers-one-job/raise: ok", "two-workers-one-job/pause: double", "two-workers-one-job/pause-and-key: ok"],
    "the-colon": ["key-identity/refused: stuck", "key-identity/encoded: ok", "key-identity/dot: ok"],
    "who-protects-what": [
      "inbox-and-key/only-key: double",
      "inbox-and-key/only-inbox: double",
      "inbox-and-key/neither: double",
      "inbox-and-key/key-at-the-mailer: ok",
      "inbox-and-key/after-the-commit: ok",
    ],
    "redriven-next-day": ["retention/in-time: ok"],
    "outlive-the-redrive": ["retention/both-forgotten: double", "retention/crash-before-the-record: double", "retention/mark-without-a-term: ok"],
  });
});
