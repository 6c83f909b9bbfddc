import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, ack }: Ports) {
  await db.transaction(async (tx) => {
    const shipped = await tx.query("SELECT 1 FROM shipments WHERE order_id = $1 FOR UPDATE", [msg.order]);
    if (shipped.rowCount === 0) await tx.query("INSERT INTO shipments (order_id) VALUES ($1)", [msg.order]);
  });
  await ack();
}
