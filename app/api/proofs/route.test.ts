import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import * as one from "@/app/api/proofs/[id]/route";
import * as route from "@/app/api/proofs/route";
import { database } from "@/lib/db";
import type { Problem } from "@/lib/progress/contract";
import { longestCode, type ProofReply } from "@/lib/progress/proofs/contract";
import { longestMigration } from "@/lib/simulator/worker/protocol";
import { mostWaiting } from "@/lib/progress/proofs/record-proof";
import { useDatabase } from "@/lib/progress/testing/database";
import { proofOfHandler } from "@/lib/progress/testing/proofs";

// What the queue does with a proof is tested beside the queue; here it waits.
vi.mock("@/lib/progress/proofs/proof-queue", () => ({ runWaitingProofs: vi.fn() }));

useDatabase();

const url = "http://127.0.0.1:3000/api/proofs";

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return route.POST(new Request(url, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) }));
}

function get(id: string, cookie?: string): Promise<Response> {
  return one.GET(new Request(`${url}/${id}`, { headers: cookie ? { Cookie: cookie } : {} }), { params: Promise.resolve({ id }) });
}

const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
const nameOf = async (response: Response) => ((await response.json()) as Problem).type.replace("/problems/", "");

describe("a proof", () => {
  test("is recorded, waits for the server's own run, and makes a learner", async () => {
    const proof = proofOfHandler("fixed");
    const response = await post(proof);
    const reply: ProofReply = { id: proof.id, scenario: proof.scenario, state: "waiting", claimed: "ok", verdict: null, holds: false, sentence: null };
    expect([response.status, await response.json()]).toEqual([200, reply]);
    expect(await (await get(proof.id, cookieOf(response))).json()).toEqual(reply);
  });

  test("sent twenty times at once is one row, one learner and twenty equal answers", async () => {
    const proof = proofOfHandler("fixed");
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(proof)));
    expect(new Set(replies.map(cookieOf)).size).toBe(1);
    expect(new Set(await Promise.all(replies.map((reply) => reply.text()))).size).toBe(1);
    expect([await database().proof.count(), await database().proofCheck.count(), await database().learner.count()]).toEqual([1, 1, 1]);
  });

  test("comes back with its cookie when the first reply was lost", async () => {
    const proof = proofOfHandler("fixed");
    const [first, again] = [await post(proof), await post(proof)];
    expect(cookieOf(again)).toBe(cookieOf(first));
  });

  test("is never changed: other code under its id is refused, and the first stays", async () => {
    const proof = proofOfHandler("fixed");
    await post(proof);
    const other = await post({ ...proof, handlers: { worker: "export default async function handle() {}" } });
    expect([other.status, await nameOf(other)]).toEqual([409, "other-proof"]);
    const { handlers } = await database().proof.findUniqueOrThrow({ where: { id: proof.id } });
    expect(handlers).toEqual(proof.handlers);
    await expect(database().$executeRaw`UPDATE proof SET verdict = 'lost'`).rejects.toThrow(/never updated/);
  });

  test("is another one with another migration, and of a page that knows none without", async () => {
    const proof = proofOfHandler("fixed", { migration: "CREATE TABLE own (id text);" });
    expect((await post(proof)).status).toBe(200);
    expect((await post(proof)).status).toBe(200);
    expect(await nameOf(await post({ ...proof, migration: "" }))).toBe("other-proof");
    const { migration: _, ...older } = proofOfHandler("fixed");
    expect((await post(older)).status).toBe(200);
  });

  test("of another learner is refused, and shown to nobody else", async () => {
    const [mine, theirs] = [proofOfHandler("fixed"), proofOfHandler("given")];
    const cookie = cookieOf(await post(mine));
    await post(theirs);
    const refused = await post(theirs, { Cookie: cookie });
    expect([refused.status, await nameOf(refused)]).toEqual([422, "other-learner"]);
    for (const [id, sent] of [[theirs.id, cookie], [mine.id, undefined], [randomUUID(), cookie], ["'; DROP TABLE proof", cookie]] as const) {
      const response = await get(id, sent);
      expect([response.status, await nameOf(response)], id).toEqual([404, "unknown-proof"]);
    }
  });

  test("waits for earlier ones of the same learner beyond a few, also when all come at once", async () => {
    const cookie = cookieOf(await post(proofOfHandler("fixed")));
    const replies = await Promise.all(Array.from({ length: 8 }, () => post(proofOfHandler("fixed"), { Cookie: cookie })));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBe(8 - (mostWaiting - 1));
    expect(refused[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await database().proof.count()).toBe(mostWaiting);
  });
});

describe("what is no proof", () => {
  const right = proofOfHandler("fixed");
  const { bounds } = right;
  test.each<[what: string, status: number, problem: string, body: unknown]>([
    ["of no scenario", 422, "unknown-scenario", { ...right, scenario: "no-such-scenario" }],
    ["of a path", 400, "invalid", { ...right, scenario: "../secret" }],
    ["for a role that nobody has", 422, "unknown-scenario", { ...right, handlers: { nobody: "" + right.handlers["worker"] } }],
    ["for a role that every object has", 422, "unknown-scenario", { ...right, handlers: { constructor: "x" } }],
    ["of a page that is older than the scenario", 422, "other-version", { ...right, scenarioVersion: "0123456789abcdef" }],
    ["without code", 400, "invalid", { ...right, handlers: {} }],
    ["with too much code", 400, "invalid", { ...right, handlers: { worker: "x".repeat(longestCode + 1) } }],
    ["longer than any code", 413, "too-large", { ...right, handlers: { worker: "x".repeat(400_000) } }],
    ["that the database could not keep", 400, "invalid", { ...right, handlers: { worker: "a\0b" } }],
    ["that is half a character", 400, "invalid", { ...right, handlers: { worker: "\ud800" } }],
    ["with too long a migration", 400, "invalid", { ...right, migration: "-".repeat(longestMigration + 1) }],
    ["with a migration that the database could not keep", 400, "invalid", { ...right, migration: "--\0" }],
    ["with a migration of no text", 400, "invalid", { ...right, migration: ["DROP TABLE processed"] }],
    ["with a migration for a role", 400, "invalid", { ...right, handlers: { ...right.handlers, "migration.sql": "x" } }],
    ["for a thousand processes", 400, "invalid", { ...right, bounds: { ...bounds, processes: { worker: 1000 } } }],
    ["for unknown faults", 400, "invalid", { ...right, bounds: { ...bounds, faults: { ...bounds.faults, meteor: 1 } } }],
    ["for unknown profiles", 400, "invalid", { ...right, bounds: { ...bounds, profiles: { ...bounds.profiles, order: "best" } } }],
    ["with a verdict of its own", 400, "invalid", { ...right, verdict: "perfect" }],
    ["with a result beside it", 400, "invalid", { ...right, holds: true }],
    ["an array", 400, "invalid", [right]],
  ])("%s is refused in a sentence and leaves no row", async (_, status, problem, body) => {
    const response = await post(body);
    expect([response.status, await nameOf(response)]).toEqual([status, problem]);
    expect([await database().proof.count(), await database().learner.count()]).toEqual([0, 0]);
  });

  test("from another site is refused", async () => {
    const response = await post(right, { "Sec-Fetch-Site": "cross-site" });
    expect([response.status, await nameOf(response)]).toEqual([403, "foreign-origin"]);
  });
});
