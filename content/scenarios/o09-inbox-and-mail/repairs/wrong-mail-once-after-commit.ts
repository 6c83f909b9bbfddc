import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, mailer, ack }: Ports) {
  const isNew = await db.transaction(async (tx) => {
    const first = await tx.query("INSERT INTO inbox (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
    if (first.rowCount) await tx.query("INSERT INTO ledger (order_id) VALUES ($1)", [msg.order]);
    return first.rowCount === 1;
  });
  if (isNew) await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` });
  await ack();
}
