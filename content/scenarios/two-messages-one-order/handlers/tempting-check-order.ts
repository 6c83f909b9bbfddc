import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  const paid = await db.query("SELECT 1 FROM orders WHERE id = $1 AND status = 'paid'", [msg.order]);
  if (paid.rowCount) return ack(); // paid before: skip

  const charge = await stripe.charges.create(
    { amount: msg.amount, currency: "eur" },
    { idempotencyKey: msg.id },
  );
  await db.query("UPDATE intents SET charge_id = $1 WHERE msg_id = $2", [charge.id, msg.id]);
  await db.query("UPDATE orders SET status = 'paid' WHERE id = $1", [msg.order]);
  await ack();
}
