import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, random, receiver, ack }: Ports) {
  const saved = await db.query<{ key: string }>("SELECT key FROM payment_keys WHERE order_id = $1", [msg.order]);
  let key = saved.rows[0]?.key;
  if (key === undefined) {
    key = random.uuid();
    await db.query(
      "INSERT INTO payment_keys (order_id, key) VALUES ($1, $2) ON CONFLICT (order_id) DO UPDATE SET key = excluded.key",
      [msg.order, key],
    );
  }
  await receiver("bank").call("pay", { key, params: { order: msg.order } });
  await ack();
}
