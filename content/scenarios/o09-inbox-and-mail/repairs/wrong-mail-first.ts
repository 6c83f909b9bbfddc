import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, mailer, ack }: Ports) {
  const seen = await db.query("SELECT 1 FROM inbox WHERE msg_id = $1", [msg.id]);
  if (seen.rowCount) return ack();

  await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` });
  await db.transaction(async (tx) => {
    const first = await tx.query("INSERT INTO inbox (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
    if (first.rowCount) await tx.query("INSERT INTO ledger (order_id) VALUES ($1)", [msg.order]);
  });
  await ack();
}
