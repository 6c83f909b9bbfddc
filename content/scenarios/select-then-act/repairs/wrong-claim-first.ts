import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  const claimed = await db.query("INSERT INTO claims (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
  if (claimed.rowCount === 0) return ack(); // somebody else charges

  await stripe.charges.create({ amount: msg.amount, currency: "eur" }, { idempotencyKey: msg.id });
  await db.query("UPDATE claims SET state = 'charged' WHERE msg_id = $1", [msg.id]);
  await ack();
}
