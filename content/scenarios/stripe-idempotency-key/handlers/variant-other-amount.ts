import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  // A fee that was introduced between the two deliveries: the same key, another amount.
  const amount = msg.receiveCount === 1 ? msg.amount : msg.amount + 50;
  const charge = await stripe.charges.create(
    { amount, currency: "eur" },
    { idempotencyKey: msg.id },
  );

  await db.query("UPDATE intents SET charge_id = $1 WHERE msg_id = $2", [charge.id, msg.id]);
  await ack();
}
