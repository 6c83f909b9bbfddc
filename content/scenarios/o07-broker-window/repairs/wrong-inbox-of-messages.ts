import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, ack }: Ports) {
  await db.transaction(async (tx) => {
    const first = await tx.query("INSERT INTO inbox (order_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
    if (first.rowCount) await tx.query("INSERT INTO shipments (order_id) VALUES ($1)", [msg.order]);
  });
  await ack();
}
