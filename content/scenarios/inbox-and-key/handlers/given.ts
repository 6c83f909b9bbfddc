import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { coordinator, db, mailer, ack }: Ports) {
  await db.transaction(async (tx) => {
    const first = await tx.query("INSERT INTO inbox (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
    if (first.rowCount === 0) return; // recorded together with its ledger entry

    await tx.query("INSERT INTO ledger (order_id) VALUES ($1)", [msg.order]);
    await coordinator.coordinate({ operation: "mail.invoice", key: `${msg.order}.invoice` }, () =>
      mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` }),
    );
  });
  await ack();
}
