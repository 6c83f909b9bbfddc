import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, mailer, ack }: Ports) {
  await db.transaction(async (tx) => {
    await tx.query("INSERT INTO ledger (order_id) VALUES ($1)", [msg.order]);
    await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` });
  });
  await ack();
}
