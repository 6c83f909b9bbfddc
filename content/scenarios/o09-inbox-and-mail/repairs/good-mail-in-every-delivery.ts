import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, mailer, ack }: Ports) {
  await db.transaction(async (tx) => {
    const first = await tx.query("INSERT INTO inbox (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
    if (first.rowCount) await tx.query("INSERT INTO ledger (order_id) VALUES ($1)", [msg.order]);
  });

  // Asked for again when the entry is there: nothing says that the mail was sent.
  await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` }, { key: `invoice.${msg.order}` });
  await ack();
}
