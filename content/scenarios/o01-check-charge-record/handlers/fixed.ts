import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, receiver, ack }: Ports) {
  const seen = await db.query("SELECT 1 FROM processed WHERE msg_id = $1", [msg.id]);
  if (seen.rowCount) return ack(); // saves a call, protects nothing

  await receiver("card").call("charge", { key: `charge.${msg.order}`, params: { order: msg.order } });
  await db.query("INSERT INTO processed (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
  await ack();
}
