import type { DatabaseError, Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, log, ack }: Ports) {
  const seen = await db.query("SELECT 1 FROM processed WHERE msg_id = $1", [msg.id]);
  if (seen.rowCount) return ack(); // seen before: skip

  await stripe.charges.create({ amount: msg.amount, currency: "eur" });

  try {
    await db.query("INSERT INTO processed (msg_id) VALUES ($1)", [msg.id]);
  } catch (error) {
    if ((error as DatabaseError).code !== "23505") throw error;
    log("duplicate", msg.id);
  }
  await ack();
}
