import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, mailer, ack }: Ports) {
  const sent = await db.query("SELECT 1 FROM intents WHERE msg_id = $1", [msg.id]);
  if (sent.rowCount) return ack();

  await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` });
  await db.query("INSERT INTO intents (msg_id, state) VALUES ($1, 'sent') ON CONFLICT DO NOTHING", [msg.id]);
  await ack();
}
