import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, log, ack }: Ports) {
  const marked = await db.query("INSERT INTO processed (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
  if (marked.rowCount === 0) {
    log("duplicate", msg.id);
    return ack();
  }
  await db.query("UPDATE orders SET status = 'paid' WHERE id = $1", [msg.order]);
  await ack();
}
