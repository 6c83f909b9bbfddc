import { IdempotencyError } from "../errors";
import { Scenery, type Stage } from "./stage";

/** A database in which a message's inbox row and its ledger row commit together. */
export interface InboxDatabase {
  /**
   * Runs `handler` unless the inbox knows `messageId`, with everything it writes in one transaction.
   * `handler` throwing means that the worker died before COMMIT: nothing stays.
   */
  receive(messageId: string, handler: (ledger: { insert(orderId: string): Promise<void> }) => Promise<void>): Promise<void>;
  countLedgerRows(): Promise<number>;
}

export interface Protection {
  inbox: boolean;
  key: boolean;
}

/** Where the worker dies in the first delivery. */
export type FirstDeath = "before the commit" | "between mail and stored result";

class Death extends Error {}

/**
 * One message, delivered three times: the first worker dies before the commit, the second after it and before the
 * acknowledgement, the third lives. The inbox protects the ledger row, the key protects the mail.
 */
export async function deliveredThreeTimes(
  stage: Stage,
  database: InboxDatabase,
  protection: Protection,
  firstDeath: FirstDeath = "before the commit",
) {
  const scenery = new Scenery(stage);
  const leaseMs = Math.ceil(30_000 / stage.scale);
  let deliveries = 0;
  let handlerRuns = 0;

  async function mail(dies: boolean): Promise<void> {
    if (!protection.key) return void (await scenery.mailer.sendInvoice());
    const coordinator = scenery.coordinator({
      defaults: { leaseMs, waitTimeoutMs: 2 * leaseMs },
      policies: { onActionError: () => "hold" },
    });
    await coordinator.coordinate({ operation: "mail.invoice", key: "order-9.invoice" }, async ({ downstreamKey }) => {
      const receipt = await scenery.mailer.sendInvoice(downstreamKey);
      if (dies) throw new Death();
      return receipt;
    });
  }

  async function deliver(delivery: number): Promise<void> {
    deliveries++;
    await database.receive(protection.inbox ? "message-1" : `message-1/${delivery}`, async (ledger) => {
      handlerRuns++;
      await ledger.insert("order-9");
      await mail(delivery === 1 && firstDeath === "between mail and stored result");
      if (delivery === 1) throw new Death();
    });
  }

  for (let delivery = 1; delivery <= 3; delivery++) {
    await stage.run(deliver(delivery)).catch((error: unknown) => {
      if (!(error instanceof Death) && !(error instanceof IdempotencyError)) throw error;
    });
  }
  const { mails, mailsByKey } = scenery.mailer;
  return { deliveries, handlerRuns, rows: await database.countLedgerRows(), mails, mailsByKey };
}

/** The same rules in memory, for virtual time: one message at a time, rolled back as a whole. */
export class MemoryInboxDatabase implements InboxDatabase {
  #inbox = new Set<string>();
  #ledger: string[] = [];

  async receive(
    messageId: string,
    handler: (ledger: { insert(orderId: string): Promise<void> }) => Promise<void>,
  ): Promise<void> {
    if (this.#inbox.has(messageId)) return;
    const uncommitted: string[] = [];
    await handler({ insert: async (orderId) => void uncommitted.push(orderId) });
    this.#inbox.add(messageId);
    this.#ledger.push(...uncommitted);
  }

  async countLedgerRows(): Promise<number> {
    return this.#ledger.length;
  }
}
