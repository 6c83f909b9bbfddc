import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  await db.transaction(async (tx) => {
    const first = await tx.query("INSERT INTO processed (event_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
    if (first.rowCount === 0) return;
    await stripe.charges.create({ amount: msg.amount, currency: "eur" }, { idempotencyKey: msg.id });
  });
  await ack();
}
