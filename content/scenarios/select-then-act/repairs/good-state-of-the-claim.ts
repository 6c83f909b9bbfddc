import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, stripe, ack }: Ports) {
  await db.query("INSERT INTO claims (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
  const { rows } = await db.query<{ state: string }>("SELECT state FROM claims WHERE msg_id = $1", [msg.id]);
  if (rows[0]?.state === "charged") return ack(); // only what is done is skipped

  await stripe.charges.create({ amount: msg.amount, currency: "eur" }, { idempotencyKey: msg.id });
  await db.query("UPDATE claims SET state = 'charged' WHERE msg_id = $1", [msg.id]);
  await ack();
}
