import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, ack }: Ports) {
  const shipped = await db.query("SELECT 1 FROM shipments WHERE order_id = $1", [msg.order]);
  if (shipped.rowCount) return ack();

  await db.query("INSERT INTO shipments (order_id) VALUES ($1)", [msg.order]);
  await ack();
}
