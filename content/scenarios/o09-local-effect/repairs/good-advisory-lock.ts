import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, ack }: Ports) {
  await db.transaction(async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock(hashtext($1))", [msg.order]);
    const entry = await tx.query("SELECT 1 FROM ledger WHERE order_id = $1", [msg.order]);
    if (entry.rowCount === 0) await tx.query("INSERT INTO ledger (order_id) VALUES ($1)", [msg.order]);
  });
  await ack();
}
