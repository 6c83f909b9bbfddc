import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { alert, db, mailer, ack }: Ports) {
  const first = await db.query(
    "INSERT INTO intents (msg_id, state) VALUES ($1, 'sending') ON CONFLICT DO NOTHING",
    [msg.id],
  );
  if (first.rowCount === 0) {
    const intent = await db.query<{ state: string }>("SELECT state FROM intents WHERE msg_id = $1", [msg.id]);
    // Somebody began to send. Whether the mail has gone out, only a person can find out.
    if (intent.rows[0]?.state === "sending") await alert(`Was the invoice for ${msg.order} sent?`);
    return ack();
  }

  await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` });
  await db.query("UPDATE intents SET state = 'sent' WHERE msg_id = $1", [msg.id]);
  await ack();
}
