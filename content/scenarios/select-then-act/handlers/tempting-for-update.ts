import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  await db.transaction(async (tx) => {
    const seen = await tx.query("SELECT 1 FROM processed WHERE msg_id = $1 FOR UPDATE", [msg.id]);
    if (seen.rowCount) return; // seen before: skip

    await stripe.charges.create({ amount: msg.amount, currency: "eur" });
    await tx.query("INSERT INTO processed (msg_id) VALUES ($1)", [msg.id]);
  });
  await ack();
}
