import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, receiver, ack }: Ports) {
  await db.transaction(async (tx) => {
    const claimed = await tx.query("INSERT INTO processed (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
    if (claimed.rowCount === 0) return;
    await receiver("card").call("charge", { key: msg.id, params: { order: msg.order } });
  });
  await ack();
}
