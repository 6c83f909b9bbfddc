import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  const charge = await stripe.charges.create(
    { amount: msg.amount, currency: "eur" },
    { idempotencyKey: msg.id },
  );
  await db.query("UPDATE intents SET charge_id = $1 WHERE msg_id = $2", [charge.id, msg.id]);
  await ack();
}
