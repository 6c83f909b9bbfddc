import type { Ports } from "crash-window";

export default async function main({ db, publish }: Ports) {
  const pending = await db.query<{ event_id: string; order_id: string }>(
    "SELECT event_id, order_id FROM outbox WHERE state = 'pending'",
  );
  for (const row of pending.rows) {
    await publish("orders", { order: row.order_id, event: row.event_id }); // twice is fine: the consumer knows the id
    await db.query("UPDATE outbox SET state = 'sent' WHERE event_id = $1", [row.event_id]);
  }
}
