import type { Message, Payment, Ports } from "crash-window";

type Receipted = Payment & { receipt: string };

export default async function handle(msg: Message<Receipted>, { db, ack }: Ports) {
  // A 23505 leaves the handler like any other error, and the message comes back.
  await db.transaction(async (tx) => {
    await tx.query("INSERT INTO processed (msg_id) VALUES ($1)", [msg.id]);
    await tx.query("UPDATE orders SET status = 'paid' WHERE id = $1", [msg.order]);
    await tx.query("INSERT INTO receipts (number) VALUES ($1)", [msg.receipt]);
  });
  await ack();
}
