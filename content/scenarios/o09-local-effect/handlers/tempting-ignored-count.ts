import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, ack }: Ports) {
  await db.transaction(async (tx) => {
    await tx.query("INSERT INTO inbox (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
    await tx.query("INSERT INTO ledger (order_id) VALUES ($1)", [msg.order]);
  });
  await ack();
}
