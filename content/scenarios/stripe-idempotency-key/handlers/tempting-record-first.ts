import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  const started = await db.query("INSERT INTO started (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
  if (started.rowCount === 0) return ack(); // somebody has it: skip

  const charge = await stripe.charges.create({ amount: msg.amount, currency: "eur" });
  await db.query("UPDATE intents SET charge_id = $1 WHERE msg_id = $2", [charge.id, msg.id]);
  await ack();
}
