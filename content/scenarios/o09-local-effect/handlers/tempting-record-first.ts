import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, ack }: Ports) {
  const first = await db.query("INSERT INTO inbox (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
  if (first.rowCount === 0) return ack();

  await db.query("INSERT INTO ledger (order_id) VALUES ($1)", [msg.order]);
  await ack();
}
