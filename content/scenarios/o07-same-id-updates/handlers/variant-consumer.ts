import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ product: string; version: number }>, { db, ack }: Ports) {
  await db.query("INSERT INTO changes (product_id, version) VALUES ($1, $2)", [msg.product, msg.version]);
  await ack();
}
