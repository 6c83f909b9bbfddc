import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  const charge = await stripe.charges.create(
    { amount: msg.amount, currency: "eur" },
    { idempotencyKey: msg.id },
  );

  // Changes no row when the intent was never stored, and says so only in a count that nobody reads.
  await db.query("UPDATE intents SET charge_id = $1 WHERE msg_id = $2", [charge.id, msg.id]);
  await ack();
}
