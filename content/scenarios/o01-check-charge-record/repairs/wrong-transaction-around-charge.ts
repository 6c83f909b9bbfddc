import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, receiver, ack }: Ports) {
  await db.transaction(async (tx) => {
    const claimed = await tx.query("INSERT INTO processed (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
    if (claimed.rowCount === 0) return;
    await receiver("card").call("charge", { params: { order: msg.order } }); // rolled back with the row
  });
  await ack();
}
