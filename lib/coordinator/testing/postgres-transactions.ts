import type { Client } from "pg";
import type { TestTransaction, TransactionAbility, TransactionalReply } from "../conformance/abilities";
import { runOnceInTransaction, type InboxOutcome } from "../stores/postgres/inbox";
import { Gate } from "./gate";

const tables = `
CREATE TABLE effect (id text NOT NULL);
CREATE TABLE ledger (reference text CONSTRAINT ledger_reference UNIQUE);
INSERT INTO ledger VALUES ('taken')`;

/** Transactions for the conformance suite, on clients that `connect` opens and `close` ends. */
export async function postgresTransactions(
  connect: () => Promise<Client>,
): Promise<TransactionAbility & { close: () => Promise<void> }> {
  const opened: Client[] = [];
  const open = async () => {
    const client = await connect();
    opened.push(client);
    return client;
  };
  const admin = await open();
  await admin.query(tables);
  return {
    begin: async () => new PostgresTestTransaction(await open()).begin(),
    async countEffects(id) {
      const { rows } = await admin.query("SELECT count(*)::int AS effects FROM effect WHERE id = $1", [id]);
      return (rows[0] as { effects: number }).effects;
    },
    close: async () => void (await Promise.all(opened.map((client) => client.end()))),
  };
}

class PostgresTestTransaction implements TestTransaction {
  readonly #result = new Gate<string>();
  #running: Promise<InboxOutcome<string>> | null = null;

  constructor(private readonly client: Client) {}

  async begin(): Promise<this> {
    await this.client.query("BEGIN");
    return this;
  }

  /** Runs the inbox with an action that goes on until `complete`. */
  async reserve(id: string): Promise<TransactionalReply> {
    const [scope, operation = "", key = ""] = id.split(":");
    const answer = new Gate<TransactionalReply>();
    const request = { scope, operation, key, retentionMs: 3_600_000 };
    this.#running = runOnceInTransaction(this.client, request, () => {
      answer.open({ kind: "reserved" });
      return this.#result.passed;
    });
    this.#running.then(
      ({ kind, value }) => answer.open(kind === "replayed" ? { kind: "completed", result: value } : { kind: "other" }),
      (error: unknown) => answer.fail(error),
    );
    return answer.passed;
  }

  async effect(id: string): Promise<void> {
    await this.client.query("INSERT INTO effect VALUES ($1)", [id]);
  }

  async violateOtherConstraint(): Promise<void> {
    await this.client.query("INSERT INTO ledger VALUES ('taken')");
  }

  async complete(_id: string, result: string): Promise<void> {
    this.#result.open(result);
    await this.#running;
  }

  async commit(): Promise<void> {
    await this.client.query("COMMIT");
  }

  async rollback(): Promise<void> {
    await this.client.query("ROLLBACK");
  }
}
