import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, ack }: Ports) {
  if (msg.receiveCount > 1) return ack(); // a repetition

  await db.query("INSERT INTO shipments (order_id) VALUES ($1)", [msg.order]);
  await ack();
}
