import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { db, log, ack }: Ports) {
  // The status itself is the mark: a second UPDATE waits for the first, looks again and finds no row.
  const paid = await db.query(
    "UPDATE orders SET status = 'paid' WHERE id = $1 AND status = 'new'",
    [msg.order],
  );
  if (paid.rowCount === 0) log("duplicate", msg.id);
  await ack();
}
