import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  // A retry is sent through the reserve account. The key is the same, but it is another account's.
  const stripeAccount = msg.receiveCount === 1 ? "acct_main" : "acct_reserve";
  const charge = await stripe.charges.create(
    { amount: msg.amount, currency: "eur" },
    { idempotencyKey: msg.id, stripeAccount },
  );

  await db.query("UPDATE intents SET charge_id = $1 WHERE msg_id = $2", [charge.id, msg.id]);
  await ack();
}
