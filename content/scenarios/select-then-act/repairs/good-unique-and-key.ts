import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  await stripe.charges.create({ amount: msg.amount, currency: "eur" }, { idempotencyKey: msg.id });
  await db.query("INSERT INTO processed (msg_id) VALUES ($1) ON CONFLICT (msg_id) DO NOTHING", [msg.id]);
  await ack();
}
