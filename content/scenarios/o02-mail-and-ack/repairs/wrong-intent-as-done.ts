import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { db, mailer, ack }: Ports) {
  const intent = await db.query(
    "INSERT INTO intents (msg_id, state) VALUES ($1, 'sending') ON CONFLICT DO NOTHING",
    [msg.id],
  );
  if (intent.rowCount === 0) return ack(); // somebody sends it

  await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` });
  await db.query("UPDATE intents SET state = 'sent' WHERE msg_id = $1", [msg.id]);
  await ack();
}
