import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  const charged = await db.query(
    "SELECT 1 FROM intents WHERE msg_id = $1 AND charge_id IS NOT NULL",
    [msg.id],
  );
  if (charged.rowCount) return ack(); // charged before: skip

  const charge = await stripe.charges.create({ amount: msg.amount, currency: "eur" });
  await db.query("UPDATE intents SET charge_id = $1 WHERE msg_id = $2", [charge.id, msg.id]);
  await ack();
}
