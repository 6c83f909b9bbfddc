import type { Ports } from "crash-window";

export default async function main({ db, publish }: Ports) {
  const claimed = await db.query<{ event_id: string; order_id: string }>(
    "UPDATE outbox SET state = 'sent' WHERE state = 'pending' RETURNING event_id, order_id",
  );
  for (const row of claimed.rows) {
    await publish("orders", { order: row.order_id, event: row.event_id });
  }
}
