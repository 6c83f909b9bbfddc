import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, mailer, ack }: Ports) {
  const mine = await db.query("INSERT INTO receipts (job_id, receipt) VALUES ($1, 'pending') ON CONFLICT DO NOTHING", [msg.id]);
  if (mine.rowCount === 0) return ack(); // the other worker has it

  const mail = await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` });
  await db.query("UPDATE receipts SET receipt = $2 WHERE job_id = $1", [msg.id, mail.id]);
  await ack();
}
