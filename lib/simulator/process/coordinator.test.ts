import { describe, expect, it } from "vitest";
import { canonical, type Plain } from "../plain";
import { executorNames, firstLife, message, program } from "../testing/executors";
import type { HistoryEntry, Snapshot } from "./history";

/** Line 2 calls the coordinator, line 3 the mailer inside its action. */
const mailOnce = `export default async function handle(msg, { coordinator, mailer, ack, log }) {
  const receipt = await coordinator.coordinate({ operation: "mail.invoice", key: msg.order, fingerprint: "f" }, async ({ downstreamKey, fencingToken, attempt, takeover }) => {
    const { id } = await mailer.send({ to: "a@b.c", subject: "Invoice" }, { key: downstreamKey });
    log({ fencingToken, attempt, takeover });
    return id;
  });
  log(receipt);
  await ack();
}
`;

const reserved = { kind: "reserved", fence: 7, leaseRemainingMs: 30_000, takeover: false, attempt: 1 };
const reply = (id: number, value: Plain): HistoryEntry => ({ reply: id, value });
const calls = (snapshot: Snapshot) => snapshot.pending.map(({ port, line }) => `${port}:${line}`);

describe.each(executorNames)("the shipped coordinator in the executor %s", (executor) => {
  const after = async (source: string, ...history: HistoryEntry[]) =>
    (await program(executor, source)).replay(firstLife, [message, ...history]);

  it("asks its store at the line of the call, runs the action, stores the result and goes on", async () => {
    const first = await after(mailOnce);
    expect(calls(first)).toEqual(["coordinator.reserve:2"]);
    expect(first.pending[0]?.args).toEqual({
      id: "mail.invoice:order-9",
      owner: "0",
      fingerprint: "f",
      leaseMs: 30_000,
      graceMs: 60_000,
    });
    expect(first.owners).toEqual(["0"]);
    const acting = await after(mailOnce, reply(0, reserved));
    expect(calls(acting)).toEqual(["mailer.send:3"]);
    expect(acting.pending[0]?.args["key"]).toMatch(/^[0-9a-f]{64}$/);
    const storing = await after(mailOnce, reply(0, reserved), reply(1, { id: "mail_1" }));
    expect(calls(storing)).toEqual(["coordinator.complete:2"]);
    expect(storing.pending[0]?.args).toMatchObject({ owner: "0", fence: 7, result: '="mail_1"' });
    const done = await after(mailOnce, reply(0, reserved), reply(1, { id: "mail_1" }), reply(2, "completed"));
    expect(calls(done)).toEqual(["ack:8"]);
    expect(done.log.map(({ text }) => text)).toEqual(['{"fencingToken":7,"attempt":1,"takeover":false}', "mail_1"]);
    expect(done.owners).toEqual([]);
    expect(done.reads).toBe(0);
  });

  it("replays a stored result after one question", async () => {
    const replayed = await after(mailOnce, reply(0, { kind: "completed", fence: 7, result: '="mail_1"', ageMs: 0 }));
    expect(calls(replayed)).toEqual(["ack:8"]);
  });

  it("waits, is told, and asks again", async () => {
    const inFlight = { kind: "in-flight", fence: 7, leaseRemainingMs: 30_000, sinceMs: 0 };
    const waiting = await after(mailOnce, reply(0, inFlight));
    expect(calls(waiting)).toEqual(["coordinator.waitForChange:2"]);
    expect(waiting.pending[0]?.args).toEqual({ id: "mail.invoice:order-9", seenFence: 7 });
    const again = await after(mailOnce, reply(0, inFlight), reply(1, "changed"));
    expect(calls(again)).toEqual(["coordinator.reserve:2"]);
    const given = await after(mailOnce, reply(0, inFlight), reply(1, "timeout"));
    expect(given.thrown).toMatchObject({ name: "IdempotencyInProgressError" });
    expect(calls(given)).toEqual(["nack:null"]);
  });

  it("throws the errors of the coordinator, and gives the key back when the action fails", async () => {
    const failing = `export default async function handle(msg, { coordinator }) {
  await coordinator.coordinate({ operation: "o", key: msg.order }, async () => { throw new Error("no"); });
}`;
    const releasing = await after(failing, reply(0, reserved));
    expect(calls(releasing)).toEqual(["coordinator.release:2"]);
    const ended = await after(failing, reply(0, reserved), reply(1, "released"));
    expect(ended.thrown).toMatchObject({ message: "no", line: 2 });
    const refused = await after(mailOnce.replace("msg.order", '""'));
    expect(refused.thrown?.name).toBe("IdempotencyKeyInvalidError");
    expect(refused.owners).toEqual([]);
  });

  it("asks once more when the store fails, then says so", async () => {
    const error = { name: "StoreUnavailable", message: "connection refused", fields: {} };
    const again = await after(mailOnce, { reply: 0, error });
    expect(calls(again)).toEqual(["coordinator.reserve:2"]);
    const refused = await after(mailOnce, { reply: 0, error }, { reply: 1, error });
    expect(refused.thrown?.name).toBe("IdempotencyStoreUnavailableError");
    const storing = [reply(0, reserved), reply(1, { id: "mail_1" })] as const;
    const retried = await after(mailOnce, ...storing, { reply: 2, error });
    expect(calls(retried)).toEqual(["coordinator.complete:2"]);
  });

  it("lets two calls of one process for one key share one question", async () => {
    const twice = mailOnce.replace("const receipt = await", "const work = () =>").replace("  log(receipt);", "  log(...(await Promise.all([work(), work()])));");
    const history = [reply(0, reserved), reply(1, { id: "mail_1" })];
    expect(calls(await after(twice))).toEqual(["coordinator.reserve:2"]);
    expect(calls(await after(twice, ...history))).toEqual(["coordinator.complete:2"]);
    const done = await after(twice, ...history, reply(2, "completed"));
    expect(done.log.at(-1)?.text).toBe("mail_1 mail_1");
  });

  it("keeps nothing from one process to the next, not even on the classes of its errors", async () => {
    const marks = `export default async function handle(msg, { coordinator, ack, log }) {
  try { await coordinator.coordinate({ operation: "o", key: "" }, async () => {}); }
  catch (error) {
    log(String(error.constructor.mark), String(error.mark));
    try { error.constructor.mark = 1; } catch { log("read-only"); }
    try { Object.getPrototypeOf(error).mark = 1; } catch { log("read-only"); }
  }
  await ack();
}`;
    for (let run = 0; run < 2; run++) {
      const { log } = await after(marks);
      expect(log.map(({ text }) => text)).toEqual(["undefined undefined", "read-only", "read-only"]);
    }
  });
});

it("unfolds the same in both executors", async () => {
  const histories: HistoryEntry[][] = [
    [message],
    [message, reply(0, reserved)],
    [message, reply(0, reserved), reply(1, { id: "mail_1" }), reply(2, "lost"), reply(3, null)],
  ];
  for (const history of histories) {
    const [first, second] = await Promise.all(
      executorNames.map(async (name) => (await program(name, mailOnce)).replay(firstLife, history)),
    );
    expect(canonical(second)).toBe(canonical(first));
  }
});
