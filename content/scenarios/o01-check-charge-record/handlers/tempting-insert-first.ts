import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, receiver, ack }: Ports) {
  const claimed = await db.query("INSERT INTO processed (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
  if (claimed.rowCount === 0) return ack(); // somebody has it

  await receiver("card").call("charge", { params: { order: msg.order } });
  await ack();
}
