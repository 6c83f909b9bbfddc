import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, log, ack }: Ports) {
  await db.transaction(async (tx) => {
    const marked = await tx.query(
      "INSERT INTO processed (msg_id) VALUES ($1) ON CONFLICT (msg_id) DO NOTHING",
      [msg.id],
    );
    if (marked.rowCount === 0) return log("duplicate", msg.id);
    await tx.query("UPDATE orders SET status = 'paid' WHERE id = $1", [msg.order]);
  });
  await ack();
}
