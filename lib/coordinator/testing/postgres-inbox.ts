import type { Pool } from "pg";
import type { InboxDatabase } from "../article/inbox";
import { runOnceInTransaction } from "../stores/postgres/inbox";

/** The inbox of the article's scene in a real Postgres: record, ledger row and commit in one transaction. */
export async function postgresInbox(pool: Pool, table: string): Promise<InboxDatabase> {
  await pool.query(`CREATE TABLE ${table} (order_id text NOT NULL)`);
  return {
    async receive(messageId, handler) {
      const client = await pool.connect();
      try {
        await client.query("BEGIN");
        const request = { scope: table, operation: "inbox", key: messageId, retentionMs: 86_400_000 };
        await runOnceInTransaction(client, request, () =>
          handler({ insert: async (orderId) => void (await client.query(`INSERT INTO ${table} VALUES ($1)`, [orderId])) }),
        );
        await client.query("COMMIT");
      } catch (error) {
        await client.query("ROLLBACK");
        throw error;
      } finally {
        client.release();
      }
    },
    async countLedgerRows() {
      const { rows } = await pool.query(`SELECT count(*)::int AS rows FROM ${table}`);
      return (rows[0] as { rows: number }).rows;
    },
  };
}
