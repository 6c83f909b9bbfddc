import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, mailer, ack }: Ports) {
  await db.query("BEGIN");
  const first = await db.query("INSERT INTO inbox (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
  if (first.rowCount === 0) {
    await db.query("ROLLBACK");
    return ack();
  }
  await db.query("INSERT INTO ledger (order_id) VALUES ($1)", [msg.order]);
  await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` });
  await db.query("COMMIT");
  await ack();
}
