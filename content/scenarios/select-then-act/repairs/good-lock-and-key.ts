import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  await db.transaction(async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock(hashtext($1))", [msg.id]);
    const seen = await tx.query("SELECT 1 FROM processed WHERE msg_id = $1", [msg.id]);
    if (seen.rowCount) return;
    await stripe.charges.create({ amount: msg.amount, currency: "eur" }, { idempotencyKey: `${msg.order}.charge` });
    await tx.query("INSERT INTO processed (msg_id) VALUES ($1)", [msg.id]);
  });
  await ack();
}
