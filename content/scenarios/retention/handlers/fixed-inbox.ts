import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, coordinator, mailer, ack }: Ports) {
  await db.transaction(async (tx) => {
    const first = await tx.query("INSERT INTO mailed (order_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.order]);
    if (first.rowCount === 0) return; // kept for as long as the orders

    await coordinator.coordinate({ operation: "mail.invoice", key: `${msg.order}.invoice` }, ({ downstreamKey }) =>
      mailer.send(
        { to: "customer@example.com", subject: `Invoice for ${msg.order}` },
        { key: downstreamKey ?? `${msg.order}.invoice` },
      ),
    );
  });
  await ack();
}
