import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, ack }: Ports) {
  await db.transaction(async (tx) => {
    const seen = await tx.query("SELECT 1 FROM inbox WHERE msg_id = $1 FOR UPDATE", [msg.id]);
    if (seen.rowCount) return;
    await tx.query("INSERT INTO ledger (order_id) VALUES ($1)", [msg.order]);
    await tx.query("INSERT INTO inbox (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
  });
  await ack();
}
