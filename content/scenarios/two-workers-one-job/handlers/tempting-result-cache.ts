import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, mailer, ack }: Ports) {
  const done = await db.query("SELECT receipt FROM receipts WHERE job_id = $1", [msg.id]);
  if (done.rowCount) return ack(); // the result is there: skip

  const mail = await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` });
  await db.query("INSERT INTO receipts (job_id, receipt) VALUES ($1, $2) ON CONFLICT DO NOTHING", [msg.id, mail.id]);
  await ack();
}
