import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, random, receiver, ack }: Ports) {
  await db.query(
    "INSERT INTO payment_keys (order_id, key) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    [msg.order, random.uuid()],
  );
  // Whoever was first: all use what is there now.
  const saved = await db.query<{ key: string }>("SELECT key FROM payment_keys WHERE order_id = $1", [msg.order]);
  await receiver("bank").call("pay", { key: saved.rows[0]?.key ?? "", params: { order: msg.order } });
  await ack();
}
