import type { Ports } from "crash-window";

export default async function main({ db, publish, random }: Ports) {
  await db.transaction(async (tx) => {
    const pending = await tx.query<{ event_id: string; order_id: string }>(
      "SELECT event_id, order_id FROM outbox WHERE state = 'pending' FOR UPDATE",
    );
    for (const row of pending.rows) {
      await publish("orders", { order: row.order_id, event: random.uuid() });
      await tx.query("UPDATE outbox SET state = 'sent' WHERE event_id = $1", [row.event_id]);
    }
  });
}
