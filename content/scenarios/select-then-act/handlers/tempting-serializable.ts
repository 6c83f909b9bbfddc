import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  await db.query("BEGIN ISOLATION LEVEL SERIALIZABLE");
  const seen = await db.query("SELECT 1 FROM processed WHERE msg_id = $1", [msg.id]);
  if (seen.rowCount === 0) {
    await stripe.charges.create({ amount: msg.amount, currency: "eur" });
    await db.query("INSERT INTO processed (msg_id) VALUES ($1)", [msg.id]);
  }
  await db.query("COMMIT");
  await ack();
}
