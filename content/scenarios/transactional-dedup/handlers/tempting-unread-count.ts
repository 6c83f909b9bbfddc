import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, ack }: Ports) {
  await db.transaction(async (tx) => {
    await tx.query("INSERT INTO processed (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
    await tx.query("UPDATE orders SET status = 'paid' WHERE id = $1", [msg.order]);
  });
  await ack();
}
