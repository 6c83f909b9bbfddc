import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  await db.transaction(async (tx) => {
    const marked = await tx.query("INSERT INTO processed (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
    if (marked.rowCount === 0) return; // this message was processed

    const charge = await stripe.charges.create(
      { amount: msg.amount, currency: "eur" },
      { idempotencyKey: msg.id },
    );
    await tx.query("UPDATE intents SET charge_id = $1 WHERE msg_id = $2", [charge.id, msg.id]);
  });
  await ack();
}
