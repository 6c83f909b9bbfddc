import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, ack }: Ports) {
  const seen = await db.query("SELECT 1 FROM processed WHERE msg_id = $1", [msg.id]);
  if (seen.rowCount) return ack(); // seen before: skip

  await db.query("UPDATE orders SET status = 'paid' WHERE id = $1", [msg.order]);
  await db.query("INSERT INTO processed (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
  await ack();
}
