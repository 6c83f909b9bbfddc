import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCoordinator } from "../coordinator";
import { systemClock, systemRandom } from "../platform/system";
import { MemoryStore } from "../stores/memory/store";
import { FaultyStore } from "../testing/faulty-store";
import { Gate } from "../testing/gate";
import { idempotentRoute, type IdempotentRouteOptions, type ProtectedHandler } from "./route";

/** A real server whose routes are route handlers, as in Next. Each test sets `route`. */
let route: (request: Request) => Promise<Response>;
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", async () => {
      const hasBody = incoming.method !== "GET";
      const request = new Request(`http://localhost${incoming.url}`, {
        method: incoming.method ?? "GET",
        headers: incoming.headers as Record<string, string>,
        ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
      });
      const response = await route(request).catch(() => new Response("crashed", { status: 500 }));
      outgoing.writeHead(response.status, [...response.headers].flat());
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    });
  });
  // A slow machine must not find that the server has closed an idle connection.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

let store: FaultyStore;
let charges: number;
beforeEach(() => {
  store = new FaultyStore(new MemoryStore({ clock: systemClock }));
  charges = 0;
});

const charge: ProtectedHandler = async (request) => {
  const { amount } = (await request.json()) as { amount: number };
  charges++;
  const headers = { location: `/charges/ch_${charges}`, "x-trace": "t1", "set-cookie": "session=secret" };
  return Response.json({ id: `ch_${charges}`, amount }, { status: 201, headers });
};

function serve(handler: ProtectedHandler, options: Partial<IdempotentRouteOptions> = {}): void {
  const coordinator = createCoordinator({ store, clock: systemClock, random: systemRandom });
  const scope = (request: Request) => request.headers.get("authorization") ?? "anonymous";
  route = idempotentRoute(handler, { coordinator, operation: "POST /charges", scope, ...options });
}

function post(key: string | null, body: string = '{"amount":10}', headers: Record<string, string> = {}): Promise<Response> {
  const keyHeader: Record<string, string> = key === null ? {} : { "idempotency-key": key };
  const type = { "content-type": "application/json" };
  return fetch(`${origin}/charges`, { method: "POST", body, headers: { ...type, ...keyHeader, ...headers } });
}

describe("a route under Idempotency-Key", () => {
  it("replays status, body and allowed headers, marked as a replay, and charges once", async () => {
    serve(charge);
    const first = await post('"k-1"');
    const second = await post('"k-1"');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await second.json()).toEqual(await first.json());
    expect(second.headers.get("location")).toBe("/charges/ch_1");
    expect(second.headers.get("content-type")).toBe("application/json");
    expect([first.headers.get("idempotent-replayed"), second.headers.get("idempotent-replayed")]).toEqual([null, "true"]);
    expect([first, second].map(({ headers }) => headers.get("set-cookie"))).toEqual(["session=secret", null]);
    expect([first, second].map(({ headers }) => headers.get("x-trace"))).toEqual(["t1", null]);
    expect(charges).toBe(1);
  });

  it("takes a bare token for the same key as the quoted string", async () => {
    serve(charge);
    await post('"8e03978e-40d5-43dd-bc93-6894a57f9324"');
    await post("8e03978e-40d5-43dd-bc93-6894a57f9324");
    expect(charges).toBe(1);
  });

  it("refuses a request without a key, where one is required", async () => {
    serve(charge);
    const response = await post(null);
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ type: "urn:problem:idempotency:key-missing", status: 400 });
    expect(charges).toBe(0);
  });

  it("lets a request without a key pass where none is required, and methods that need none", async () => {
    serve(charge, { required: false });
    await post(null);
    await post(null);
    expect(charges).toBe(2);
    serve(() => Response.json("list"));
    expect((await fetch(`${origin}/charges`)).status).toBe(200);
  });

  it.each(['""', '"unfinished', "two words", '"a", "b"', `"${"k".repeat(256)}"`, '"\\n"'])(
    "refuses the key %s",
    async (key) => {
      serve(charge);
      const response = await post(key);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ type: "urn:problem:idempotency:key-invalid" });
      expect(charges).toBe(0);
    },
  );

  it("refuses a concurrent request with 409 and Retry-After; the retry is answered from the record", async () => {
    const gate = new Gate();
    serve(async (request, protection) => {
      await gate.passed;
      return charge(request, protection);
    });
    const first = post('"k-2"');
    let second = await post('"k-2"');
    for (let tries = 0; second.status !== 409 && tries < 50; tries++) second = await post('"k-2"');
    expect(second.status).toBe(409);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(await second.json()).toMatchObject({ type: "urn:problem:idempotency:in-progress" });
    gate.open();
    expect((await first).status).toBe(201);
    expect((await post('"k-2"')).headers.get("idempotent-replayed")).toBe("true");
    expect(charges).toBe(1);
  });

  it("refuses the same key with another body, query or media type with 422", async () => {
    serve(charge);
    await post('"k-3"');
    const otherBody = await post('"k-3"', '{"amount":11}');
    const otherType = await post('"k-3"', '{"amount":10}', { "content-type": "application/json; charset=utf-8" });
    expect([otherBody.status, otherType.status]).toEqual([422, 422]);
    expect(await otherBody.json()).toMatchObject({ type: "urn:problem:idempotency:key-reused" });
    expect(charges).toBe(1);
  });

  it("keeps callers apart: one key of two accounts is two charges", async () => {
    serve(charge);
    const [left, right] = [
      await post('"k-4"', undefined, { authorization: "account-1" }),
      await post('"k-4"', undefined, { authorization: "account-2" }),
    ];
    expect([(await left.json()).id, (await right.json()).id]).toEqual(["ch_1", "ch_2"]);
  });

  it("stores refusals and server errors too, but gives the key back after 429 and 503", async () => {
    const statuses = [402, 500, 503, 429, 201];
    let calls = 0;
    serve(() => new Response(null, { status: statuses[calls++] ?? 200 }));
    const answers = [];
    for (const key of ['"a"', '"a"', '"b"', '"b"', '"c"', '"c"', '"c"']) answers.push((await post(key)).status);
    expect(answers).toEqual([402, 402, 500, 500, 503, 429, 201]);
    expect(calls).toBe(5);
  });

  it("passes on what the handler throws, and gives the key back", async () => {
    let calls = 0;
    serve((request, protection) => {
      if (++calls === 1) throw new Error("bug");
      return charge(request, protection);
    });
    expect([(await post('"k-5"')).status, (await post('"k-5"')).status]).toEqual([500, 201]);
  });

  it("answers 503 with Retry-After when a timeout leaves the outcome unknown, and 409 until the lease ends", async () => {
    serve(() => {
      throw Object.assign(new Error("provider did not answer"), { name: "TimeoutError" });
    });
    const first = await post('"k-6"');
    expect(first.status).toBe(503);
    expect(Number(first.headers.get("retry-after"))).toBeGreaterThan(20);
    expect(await first.json()).toMatchObject({ type: "urn:problem:idempotency:outcome-unknown" });
    expect((await post('"k-6"')).status).toBe(409);
  });

  it("answers 503 when the store is down, and charges nothing", async () => {
    serve(charge);
    store.fail("reserve", "refuse", 2);
    const response = await post('"k-7"');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ type: "urn:problem:idempotency:store-unavailable" });
    expect(charges).toBe(0);
  });

  it("replays binary bodies and empty ones", async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
    serve(() => new Response(bytes, { headers: { "content-type": "application/octet-stream" } }));
    await post('"binary"');
    const replayed = await post('"binary"');
    expect(Buffer.from(await replayed.arrayBuffer()).equals(bytes)).toBe(true);
    serve(() => new Response(null, { status: 204 }));
    await post('"empty"');
    const empty = await post('"empty"');
    expect([empty.status, empty.headers.get("idempotent-replayed")]).toEqual([204, "true"]);
  });
});
