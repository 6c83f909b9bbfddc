import type { DatabaseError, Message, Payment, Ports } from "crash-window";

type Receipted = Payment & { receipt: string };

export default async function handle(msg: Message<Receipted>, { db, log, ack }: Ports) {
  log("received", msg.id, "delivery", msg.receiveCount);
  try {
    await db.transaction(async (tx) => {
      await tx.query("INSERT INTO processed (msg_id) VALUES ($1)", [msg.id]);
      await tx.query("UPDATE orders SET status = 'paid' WHERE id = $1", [msg.order]);
      await tx.query("INSERT INTO receipts (number) VALUES ($1)", [msg.receipt]);
    });
    log("paid", msg.id);
  } catch (error) {
    if ((error as DatabaseError).code !== "23505") throw error;
    log("duplicate", msg.id);
  }
  await ack();
}
