import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import * as route from "@/app/api/attempts/route";
import { database, disconnectDatabase } from "@/lib/db";
import type { AttemptReply, Problem } from "@/lib/progress/contract";
import { chargesAttempt, orderAttempt, repairAttempt } from "@/lib/progress/testing/attempts";
import { useDatabase } from "@/lib/progress/testing/database";

vi.mock("@/lib/content/load", async () => (await import("@/lib/progress/testing/content")).testContent);

useDatabase();

const url = "http://127.0.0.1:3000/api/attempts";

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const init = { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: text };
  return route.POST(new Request(url, init));
}

async function problemOf(response: Response): Promise<Problem> {
  expect(response.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  const problem = (await response.json()) as Problem;
  expect(problem.status).toBe(response.status);
  expect(problem.type).toMatch(/^\/problems\/[a-z-]+$/);
  return problem;
}

describe("an accepted answer", () => {
  test("gets its verdict and, at the first answer, the cookie of a new learner", async () => {
    const request = repairAttempt("lock");
    const response = await post(request);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const reply = (await response.json()) as AttemptReply;
    expect(reply).toMatchObject({ id: request.id, correct: false, try: 1, settled: false });
    const { learnerId } = await database().attempt.findUniqueOrThrow({ where: { id: request.id } });
    expect(response.headers.getSetCookie()).toEqual([
      `learner=${learnerId}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`,
    ]);
  });

  test("belongs to the learner of the cookie, whose year starts anew", async () => {
    const cookie = (await post(orderAttempt("act-first"))).headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const response = await post(repairAttempt("lock"), { Cookie: `theme=dark; ${cookie}; other=1` });
    expect(response.headers.getSetCookie()[0]).toBe(`${cookie}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`);
    expect(await database().learner.count()).toBe(1);
  });

  test("comes back the same, with the same cookie, when its first reply was lost", async () => {
    const request = repairAttempt("lock");
    const [first, again] = [await post(request), await post(request)];
    expect(await again.text()).toBe(await first.text());
    expect(again.headers.getSetCookie()).toEqual(first.headers.getSetCookie());
    expect(await database().attempt.count()).toBe(1);
  });

  test("gets a cookie for https only when it came over https", async () => {
    const response = await post(repairAttempt("lock"), { "X-Forwarded-Proto": "https" });
    expect(response.headers.getSetCookie()[0]).toMatch(/; Secure$/);
  });
});

describe("a refused answer", () => {
  const right = repairAttempt("lock");
  const form = "application/x-www-form-urlencoded";
  const cases: [string, number, string, unknown, Record<string, string>?][] = [
    ["from another site", 403, "foreign-origin", right, { "Sec-Fetch-Site": "cross-site" }],
    ["from another origin", 403, "foreign-origin", right, { Host: "127.0.0.1:3000", Origin: "http://evil.example" }],
    ["that is a form", 415, "unsupported-media-type", "a=1", { "Content-Type": form }],
    ["that is compressed", 415, "unsupported-media-type", right, { "Content-Encoding": "gzip" }],
    ["that is no JSON", 400, "not-json", "{"],
    ["without a body", 400, "not-json", ""],
    ["longer than 16 KB", 413, "too-large", { ...right, version: "v".repeat(17_000) }],
    ["of the wrong form", 400, "invalid", { ...right, confidence: "certainly" }],
    ["to an unknown question", 422, "unknown-question", { ...right, question: "a/b" }],
    ["with an option that was not shown", 422, "does-not-fit", repairAttempt("insert-first")],
  ];
  test.each(cases)("%s is a %i %s and leaves nothing behind", async (_, status, name, body, headers) => {
    const response = await post(body, headers);
    expect(response.status).toBe(status);
    expect((await problemOf(response)).type).toBe(`/problems/${name}`);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await database().learner.count()).toBe(0);
  });

  test("says which field is wrong, in the language of the answer or else of the browser", async () => {
    const invalid = { ...chargesAttempt(1), answer: { kind: "number", value: 1.5 } };
    const english = await problemOf(await post(invalid));
    expect(english.detail).toBe("Field answer.value: expected a whole number between −1000000000 and 1000000000.");
    const russian = await problemOf(await post({ ...invalid, locale: "ru" }));
    expect(russian.detail).toBe("Поле answer.value: здесь должно быть целое число от −1000000000 до 1000000000.");
    const unreadable = await problemOf(await post("{", { "Accept-Language": "ru-RU,ru;q=0.9,en;q=0.8" }));
    expect(unreadable.title).toBe("JSON не читается");
  });

  test("another content under a known id is a 409, another learner's id a 422", async () => {
    const request = repairAttempt("lock");
    await post(request);
    expect((await problemOf(await post({ ...request, confidence: "sure" }))).status).toBe(409);
    const stranger = (await post(orderAttempt("act-first"))).headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await problemOf(await post(request, { Cookie: stranger }))).status).toBe(422);
  });

  test("too many new answers are a 429 that says when to come back", async () => {
    const cookie = (await post(orderAttempt("act-first"))).headers.getSetCookie()[0]?.split(";")[0] ?? "";
    await database().$executeRaw`
      INSERT INTO question_version (question_id, version, lesson_id, kind, key, options)
      SELECT 'old/q' || n, 'v1', 'old', 'number', '{"kind":"number","value":1}', '{}' FROM generate_series(1, 60) AS n`;
    await database().$executeRaw`
      INSERT INTO attempt
      SELECT gen_random_uuid(), learner.id, question_id, version, 'lesson', 1,
        NULL, NULL, true, false, 'ru', 'lesson', '{}', now()
      FROM question_version, learner WHERE lesson_id = 'old'`;
    const response = await post(repairAttempt("lock"), { Cookie: cookie });
    expect((await problemOf(response)).status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(response.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  });

  test("only POST is allowed", async () => {
    for (const method of ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"] as const) {
      const response = route[method](new Request(url, { method }));
      expect(response.headers.get("allow")).toBe("POST");
      expect((await problemOf(response)).status).toBe(405);
    }
  });
});

describe("a body without end", () => {
  test("is left unread after 16 KB", async () => {
    let sent = 0;
    let cancelled = false;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1024;
        controller.enqueue(new Uint8Array(1024).fill(32));
      },
      cancel() {
        cancelled = true;
      },
    });
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body, duplex: "half" };
    const response = await route.POST(new Request(url, init));
    expect(response.status).toBe(413);
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThanOrEqual(18 * 1024);
  });
});

describe("a failing database", () => {
  test.each([
    ["is down", "postgresql://nobody:secret-word@127.0.0.1:1/none"],
    ["is not configured", ""],
  ])("that %s is a 503 to be repeated; neither reply nor header says more", async (_, address) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    await disconnectDatabase();
    vi.stubEnv("DATABASE_URL", address);
    const response = await post(repairAttempt("lock", { locale: "ru" }));
    await disconnectDatabase();
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    const problem = await problemOf(response);
    expect(problem.title).toBe("База данных недоступна");
    expect(JSON.stringify(problem)).not.toMatch(/secret-word|127\.0\.0\.1|DATABASE_URL|Prisma/);
    expect(log).toHaveBeenCalledOnce();
  });

  test("a defect of ours is a 500 without a stack trace", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(database(), "$transaction").mockRejectedValueOnce(new TypeError("x is undefined"));
    const problem = await problemOf(await post(repairAttempt("lock")));
    expect(problem).toMatchObject({ status: 500, type: "/problems/internal" });
    expect(JSON.stringify(problem)).not.toMatch(/undefined|at /);
    expect(log).toHaveBeenCalledOnce();
  });
});

describe("fuzzed bodies", () => {
  const odd = [null, true, -0, 1e400, 2 ** 53, "", "\u0000", "\ud800", "__proto__", "../..", "💥".repeat(40), [], {}];
  const nasty = fc.oneof(
    fc.constantFrom<unknown>(...odd),
    fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as unknown),
    fc.string({ unit: "binary" }),
  );
  const answer = fc.record(
    { kind: fc.constantFrom("choice", "number", "x"), option: nasty, value: nasty },
    { requiredKeys: [] },
  );
  /** Right but for its version, which no learner was shown. */
  const neverShown = repairAttempt("lock", { version: "never-shown" });

  test("never give a 5xx and never leave a row", async () => {
    const fields = fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(neverShown)), fc.string()), nasty, { maxKeys: 3 });
    const body = fc.oneof(
      fields.map((changed) => JSON.stringify({ ...neverShown, ...changed })),
      answer.map((changed) => JSON.stringify({ ...neverShown, answer: changed })),
      fc.json(),
      fc.string(),
    );
    const cookie = fc.constantFrom("", "learner=", "learner=x", "learner=\u00ff", `learner=${"0".repeat(36)}`, "=;=;");
    const property = fc.asyncProperty(body, cookie, async (text, Cookie) => {
      const response = await post(text, { Cookie });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      await problemOf(response);
    });
    await fc.assert(property, { numRuns: process.env.TEST_LONG ? 20_000 : 1_000 });
    expect(await database().attempt.count()).toBe(0);
    expect(await database().learner.count()).toBe(0);
  }, 300_000);

  test("for a question that was shown are recorded or refused, never an error", async () => {
    const options = ["lock", "sleep", "unique-key"];
    const option = fc.constantFrom(...options, "x").map((id) => ({ kind: "choice", option: id }));
    const time = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    const fields = fc.record({
      answer: fc.oneof({ weight: 4, arbitrary: option }, answer, nasty),
      shownOrder: fc.oneof(fc.shuffledSubarray(options, { minLength: 3 }), fc.array(fc.constantFrom(...options, "x"))),
      answeredAt: fc.oneof(fc.constant("2026-11-30T12:00:00Z"), time, nasty),
    });
    const seen = new Set<number>();
    const property = fc.asyncProperty(fields, async (changed) => {
      seen.add((await post({ ...repairAttempt("lock"), ...changed })).status);
    });
    await fc.assert(property, { numRuns: process.env.TEST_LONG ? 5_000 : 300 });
    expect([...seen].toSorted()).toEqual([200, 400, 422]);
  }, 300_000);
});
