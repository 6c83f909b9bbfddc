import type { Charge, Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  const params = { amount: msg.amount, currency: "eur" };
  let charge: Charge;
  try {
    charge = await stripe.charges.create(params, { idempotencyKey: msg.id });
  } catch {
    charge = await stripe.charges.create(params, { idempotencyKey: `${msg.id}.again` });
  }

  await db.query("UPDATE intents SET charge_id = $1 WHERE msg_id = $2", [charge.id, msg.id]);
  await ack();
}
