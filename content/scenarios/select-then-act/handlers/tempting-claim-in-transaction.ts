import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  await db.transaction(async (tx) => {
    const claimed = await tx.query("INSERT INTO processed (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
    if (claimed.rowCount === 0) return; // committed by somebody else: skip

    await stripe.charges.create({ amount: msg.amount, currency: "eur" });
  });
  await ack();
}
