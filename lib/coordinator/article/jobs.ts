import { jsonCodec, type Codec } from "../codec";
import { MortalProcess } from "../conformance/mortal-process";
import { createCoordinator } from "../coordinator";
import { IdempotencyInProgressError, messageOf } from "../errors";
import type { Policies } from "../policies";
import type { Coordinator } from "../types";
import { Queue, Scenery, type Job, type Stage } from "./stage";

/** Scenes of the article about jobs: crash before ack, two workers with one job, what the key is made of, retention. */
const receipts = jsonCodec as Codec<string>;
const operation = "mail.invoice";
const ttlSeconds = 3600;

type Handler = (job: Job) => Promise<string>;

function protectedBy(scenery: Scenery, coordinator: Coordinator, keyOf: (job: Job) => string): Handler {
  return (job) => coordinator.coordinate(operation, keyOf(job), ttlSeconds, receipts, () => scenery.mailer.sendInvoice());
}

/** Table 1. The first worker finishes the handler and dies before it acknowledges. */
export async function crashBeforeAck(stage: Stage, handlerKind: "plain" | "key = job id") {
  const scenery = new Scenery(stage);
  const queue = new Queue({ jobId: "job-1", orderId: "order-42" });
  const results: string[] = [];
  for (let worker = 1; ; worker++) {
    const delivery = queue.receive();
    if (delivery === null) break;
    const keyed = protectedBy(scenery, scenery.coordinator(), ({ jobId }) => jobId);
    const handler = handlerKind === "plain" ? () => scenery.mailer.sendInvoice() : keyed;
    results.push(await stage.run(handler(delivery.job)));
    if (worker > 1) delivery.ack();
  }
  return { deliveries: queue.deliveries, mails: scenery.mailer.mails, results };
}

/** Table 2. The visibility timeout has passed: two workers run one job at once. */
export async function twoWorkersOneJob(stage: Stage, mode: "plain" | "wait" | "raise") {
  const scenery = new Scenery(stage);
  const startedAt = stage.clock.now();
  const work = async () => {
    const inFlight = mode === "plain" ? "wait" : mode;
    const request = { operation, key: "order-7", retentionMs: ttlSeconds * 1000, inFlight };
    const action = () => scenery.mailer.sendInvoice();
    try {
      const running = mode === "plain" ? action() : scenery.coordinator().coordinate(request, action);
      return { receipt: await running, afterMs: stage.clock.now() - startedAt };
    } catch (error) {
      if (!(error instanceof IdempotencyInProgressError)) throw error;
      return { receipt: "in progress, requeue", afterMs: stage.clock.now() - startedAt };
    }
  };
  const [a, b] = await stage.run(Promise.all([work(), work()]));
  const mailsThen = scenery.mailer.mails;
  const again = mode === "raise" ? (await stage.run(work())).receipt : null;
  return { A: a.receipt, B: b.receipt, afterMs: b.afterMs, mails: mailsThen, again, mailsAfterAgain: scenery.mailer.mails };
}

export type KeyChoice = "job id" | "order-9:invoice" | "order-9.invoice";

/** Table 3. Two jobs were enqueued for one order; which of them are one effect is for the key to say. */
export async function whatTheKeyIsMadeOf(stage: Stage, choice: KeyChoice, policies: Partial<Policies> = {}) {
  const scenery = new Scenery(stage);
  const results: string[] = [];
  for (const jobId of ["job-1", "job-2"]) {
    const keyOf = (job: Job) => (choice === "job id" ? job.jobId : choice);
    const handler = protectedBy(scenery, scenery.coordinator({ policies }), keyOf);
    results.push(await stage.run(handler({ jobId, orderId: "order-9" })).catch((error: Error) => error.name));
  }
  return { mails: scenery.mailer.mails, results };
}

/** Retention: a redelivery so long after the first run has completed. */
export async function redeliveredAfter(stage: Stage, ttlMs: number, afterMs: number) {
  const scenery = new Scenery(stage);
  const deliver = () =>
    scenery.coordinator().coordinate({ operation, key: "order-5", retentionMs: ttlMs, codec: receipts }, () =>
      scenery.mailer.sendInvoice(),
    );
  try {
    await stage.run(deliver());
    await stage.run(stage.clock.sleep(afterMs));
    await stage.run(deliver());
    return { mails: scenery.mailer.mails, problem: null };
  } catch (error) {
    return { mails: scenery.mailer.mails, problem: messageOf(error) };
  }
}

/** The window: the worker dies after the provider has accepted, before the result is stored. Redelivered soon. */
export async function diesInTheWindow(stage: Stage) {
  const scenery = new Scenery(stage);
  const [leaseMs, redeliveredAfterMs, patienceMs] = [30_000, 5000, 60_000].map((ms) => ms / stage.scale);
  const defaults = { leaseMs, waitTimeoutMs: patienceMs };
  const request = { operation, key: "order-6.invoice", codec: receipts };
  const diesAtComplete = 2;
  const mortal = new MortalProcess(scenery, diesAtComplete);
  const doomed = createCoordinator({ store: mortal.store, clock: mortal.clock, random: scenery.random, defaults });
  void doomed.coordinate(request, ({ downstreamKey }) => scenery.mailer.sendInvoice(downstreamKey));
  const startedAt = stage.clock.now();
  await stage.run(mortal.died);
  await stage.run(stage.clock.sleep((redeliveredAfterMs ?? 0) - (stage.clock.now() - startedAt)));
  const redeliveredAt = stage.clock.now();
  const next = scenery.coordinator({ defaults });
  const refused = await next.execute({ ...request, inFlight: "raise" }, () => "never");
  const receipt = await stage.run(
    next.coordinate(request, ({ downstreamKey }) => scenery.mailer.sendInvoice(downstreamKey)),
  );
  const { mails, mailsByKey } = scenery.mailer;
  return { refused: refused.kind, receipt, waitedMs: stage.clock.now() - redeliveredAt, mails, mailsByKey };
}

/** The later version of the lab: key = order and version of the invoice, fingerprint = recipient. */
export async function versionsAndRecipients(stage: Stage) {
  const scenery = new Scenery(stage);
  const send = (version: number, to: string) =>
    stage
      .run(
        scenery.coordinator().coordinate({ operation, key: `order-9.v${version}`, fingerprint: to, codec: receipts }, () =>
          scenery.mailer.sendInvoice(),
        ),
      )
      .catch((error: Error) => error.name);
  const redelivered = [await send(1, "ann@example.com"), await send(1, "ann@example.com")];
  const secondVersion = await send(2, "ann@example.com");
  const otherRecipient = await send(1, "bob@example.com");
  return { redelivered, secondVersion, otherRecipient, mails: scenery.mailer.mails };
}
