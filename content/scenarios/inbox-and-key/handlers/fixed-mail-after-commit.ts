import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { coordinator, db, mailer, ack }: Ports) {
  await db.transaction(async (tx) => {
    const first = await tx.query("INSERT INTO inbox (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
    if (first.rowCount) await tx.query("INSERT INTO ledger (order_id) VALUES ($1)", [msg.order]);
  });

  // Asked for in every delivery, also when the entry is there: the mail may not have been sent yet.
  await coordinator.coordinate({ operation: "mail.invoice", key: `${msg.order}.invoice` }, ({ downstreamKey }) =>
    mailer.send(
      { to: "customer@example.com", subject: `Invoice for ${msg.order}` },
      { key: downstreamKey ?? `${msg.order}.invoice` },
    ),
  );
  await ack();
}
