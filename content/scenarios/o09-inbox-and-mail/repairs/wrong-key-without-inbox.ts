import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, mailer, ack }: Ports) {
  await db.query("INSERT INTO ledger (order_id) VALUES ($1)", [msg.order]);
  await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` }, { key: `invoice.${msg.order}` }); // the mailer deduplicates
  await ack();
}
