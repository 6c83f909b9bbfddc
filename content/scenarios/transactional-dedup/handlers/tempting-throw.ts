import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, ack }: Ports) {
  // Whatever fails, a key that is taken included, goes to whoever called: the message comes back.
  await db.transaction(async (tx) => {
    await tx.query("INSERT INTO processed (msg_id) VALUES ($1)", [msg.id]);
    await tx.query("UPDATE orders SET status = 'paid' WHERE id = $1", [msg.order]);
  });
  await ack();
}
