import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { contentStore } from "@/lib/content/store";
import type { AttemptReply, AttemptRequest } from "@/lib/progress/contract";
import { startThrowAwayPostgres } from "@/scripts/postgres.mjs";
import { migrateDatabase } from "@/scripts/support/migrate.mjs";
import { freePort } from "@/scripts/support/ports.mjs";
import { startCommitProxy, type CommitProxy } from "./attempts-proxy";
import { startApp, type AppServer } from "./support/app-server";

// Our own crash window, over HTTP: the production server is killed around the commit of an answer, and replies are cut.

const kills = process.env.TEST_LONG ? { afterCommit: 60, beforeCommit: 40 } : { afterCommit: 2, beforeCommit: 1 };

test.describe.configure({ mode: "serial" });
test.setTimeout(process.env.TEST_LONG ? 1_800_000 : 180_000);

let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>>;
let records: pg.Pool;
let proxy: CommitProxy;
/** Of this file's server: it is killed, so it is not the one that the other files share. */
let port: number;
let server: AppServer;

async function startServer(): Promise<void> {
  server = await startApp({ databaseUrl: proxy.url, port });
}

test.beforeAll(async () => {
  postgres = await startThrowAwayPostgres();
  await migrateDatabase(postgres.url);
  records = new pg.Pool({ connectionString: postgres.url, max: 2 });
  proxy = await startCommitProxy(postgres.url);
  port = await freePort();
  await startServer();
});

test.afterAll(async () => {
  await server?.stop();
  await proxy?.close();
  await records?.end();
  await postgres?.stop();
});

const { questionVersions } = contentStore(fileURLToPath(new URL("../generated/content", import.meta.url)), { watch: false });

/** A first answer to the first choice of the course; sometimes wrong, so that the reply differs. */
function firstAnswer(): AttemptRequest {
  const question = questionVersions().find(({ kind }) => kind === "choice");
  if (!question) throw new Error("The course has no choice.");
  const shownOrder = question.options.toSorted(() => Math.random() - 0.5);
  return {
    id: randomUUID(),
    question: question.questionId,
    version: question.version,
    answer: { kind: "choice", option: shownOrder[0] ?? "" },
    confidence: "sure",
    locale: "ru",
    context: "lesson",
    shownOrder,
    answeredAt: new Date().toISOString(),
  };
}

function post(request: AttemptRequest, cookie?: string): Promise<Response> {
  const headers = { "Content-Type": "application/json", ...(cookie && { Cookie: cookie }) };
  const url = `${server.origin}/api/attempts`;
  return fetch(url, { method: "POST", headers, body: JSON.stringify(request), signal: AbortSignal.timeout(30_000) });
}

/** Rows of this attempt, and learners who were made for nothing. */
async function recordsOf({ id }: AttemptRequest): Promise<{ rows: number; idleLearners: number }> {
  const { rows } = await records.query<{ rows: number; idleLearners: number }>(
    `SELECT (SELECT count(*)::int FROM attempt WHERE id = $1) AS rows,
            (SELECT count(*)::int FROM learner WHERE NOT EXISTS (SELECT FROM attempt WHERE learner_id = learner.id))
              AS "idleLearners"`,
    [id],
  );
  return rows[0] ?? { rows: -1, idleLearners: -1 };
}

/** Sends the same request twice and expects the same answer and the same learner, from exactly one row. */
async function expectRecordedOnce(request: AttemptRequest): Promise<void> {
  const [first, again] = [await post(request), await post(request)];
  expect([first.status, again.status]).toEqual([200, 200]);
  const text = await first.text();
  expect(JSON.parse(text) as AttemptReply).toMatchObject({ id: request.id, try: 1, answer: request.answer });
  expect(await again.text()).toBe(text);
  expect(first.headers.getSetCookie()).toEqual([expect.stringMatching(/^learner=[0-9a-f-]{36}; /)]);
  expect(again.headers.getSetCookie()).toEqual(first.headers.getSetCookie());
  expect(await recordsOf(request)).toEqual({ rows: 1, idleLearners: 0 });
}

async function answerWhileKilled(moment: "before-commit" | "after-commit"): Promise<AttemptRequest> {
  const request = firstAnswer();
  let killed: Promise<void> | undefined;
  proxy.arm(moment, () => (killed = server.stop()));
  await expect(post(request)).rejects.toThrow();
  expect(killed, "the server was killed").toBeDefined();
  await killed;
  return request;
}

test(`an answer is recorded once when the server is killed between commit and reply (${kills.afterCommit} times)`, async () => {
  for (let kill = 0; kill < kills.afterCommit; kill++) {
    const request = await answerWhileKilled("after-commit");
    expect(await recordsOf(request)).toEqual({ rows: 1, idleLearners: 0 });
    await startServer();
    await expectRecordedOnce(request);
  }
});

test(`nothing is left of an answer when the server is killed just before its commit (${kills.beforeCommit} times)`, async () => {
  for (let kill = 0; kill < kills.beforeCommit; kill++) {
    const request = await answerWhileKilled("before-commit");
    expect(await recordsOf(request)).toEqual({ rows: 0, idleLearners: 0 });
    await startServer();
    await expectRecordedOnce(request);
  }
});

/** Sends the request on a bare connection and cuts it at the given moment; nothing of the reply is read. */
async function sendAndCut(request: AttemptRequest, moment: "at once" | "when the reply arrives"): Promise<void> {
  const { hostname, port, host } = new URL(server.origin);
  const body = JSON.stringify(request);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const head = ["POST /api/attempts HTTP/1.1", `Host: ${host}`, "Content-Type: application/json"];
  const written = `${[...head, `Content-Length: ${Buffer.byteLength(body)}`].join("\r\n")}\r\n\r\n${body}`;
  await new Promise<void>((resolve) => socket.write(written, () => resolve()));
  if (moment === "when the reply arrives") await once(socket, "data");
  socket.destroy();
}

for (const moment of ["when the reply arrives", "at once"] as const) {
  test(`the first reply is cut ${moment}: the same answer again, without a cookie, regains learner and reply`, async () => {
    const request = firstAnswer();
    await sendAndCut(request, moment);
    await expectRecordedOnce(request);
  });
}

test("twenty identical first answers in parallel: one row, one learner, twenty equal answers", async () => {
  const request = firstAnswer();
  const responses = await Promise.all(Array.from({ length: 20 }, () => post(request)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(responses.map((response) => response.headers.getSetCookie().join())).size).toBe(1);
  expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1);
  await expectRecordedOnce(request);
});

test("another learner's attempt is refused over HTTP too", async () => {
  const [request, other] = [firstAnswer(), firstAnswer()];
  await post(request);
  const cookie = (await post(other)).headers.getSetCookie()[0]?.split(";")[0];
  expect((await post(request, cookie)).status).toBe(422);
});

test("a body that does not end is refused after 16 KB", async () => {
  const { hostname, port, host } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const head = ["POST /api/attempts HTTP/1.1", `Host: ${host}`, "Content-Type: application/json"];
  socket.write(`${[...head, "Transfer-Encoding: chunked"].join("\r\n")}\r\n\r\n`);
  const chunk = `400\r\n${" ".repeat(1024)}\r\n`;
  for (let sent = 0; sent < 20; sent++) socket.write(chunk);
  const [reply] = (await once(socket, "data")) as [Buffer];
  expect(reply.toString()).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test("a server that started without its database says so, and records as soon as the database is back", async () => {
  await server.stop();
  proxy.setReachable(false);
  await startServer();
  expect((await fetch(`${server.origin}/api/health`)).status).toBe(503);
  const request = firstAnswer();
  const refused = await post(request);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("content-type")).toContain("application/problem+json");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  proxy.setReachable(true);
  await expectRecordedOnce(request);
  expect((await fetch(`${server.origin}/api/health`)).status).toBe(200);
});
