import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, coordinator, mailer, ack }: Ports) {
  const sent = await db.query("SELECT 1 FROM mailed WHERE order_id = $1", [msg.order]);
  if (sent.rowCount) return ack(); // kept for ever: skip

  await coordinator.coordinate({ operation: "mail.invoice", key: `${msg.order}.invoice` }, () =>
    mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` }),
  );
  await db.query("INSERT INTO mailed (order_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.order]);
  await ack();
}
