import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  // Made once with the order, before anything was published: it outlives every message that carries it.
  const payment = await db.query<{ intent_id: string }>(
    "SELECT intent_id FROM payments WHERE order_id = $1",
    [msg.order],
  );
  const intent = payment.rows[0]?.intent_id;
  if (intent === undefined) throw new Error(`no payment intent for ${msg.order}`);

  const charge = await stripe.charges.create(
    { amount: msg.amount, currency: "eur" },
    { idempotencyKey: intent },
  );
  await db.query("UPDATE intents SET charge_id = $1 WHERE msg_id = $2", [charge.id, msg.id]);
  await ack();
}
