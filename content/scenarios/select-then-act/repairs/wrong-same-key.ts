import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  const seen = await db.query("SELECT 1 FROM processed WHERE msg_id = $1", [msg.id]);
  if (seen.rowCount) return ack(); // seen before: skip

  await stripe.charges.create(
    { amount: msg.amount, currency: "eur" },
    { idempotencyKey: "same" },
  );

  await db.query("INSERT INTO processed (msg_id) VALUES ($1)", [msg.id]);
  await ack();
}
