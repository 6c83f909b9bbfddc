import type { Ports } from "crash-window";

interface Row {
  event_id: string;
  price: number;
  version: number;
}

const next = "SELECT event_id, price, version FROM outbox WHERE state = 'pending' ORDER BY version LIMIT 1 FOR UPDATE SKIP LOCKED";

export default async function main({ db, publish, log }: Ports) {
  for (let found = true; found; ) {
    await db.transaction(async (tx) => {
      const [row] = (await tx.query<Row>(next)).rows;
      found = row !== undefined;
      if (!row) return;

      const event = { event: row.event_id, price: row.price, version: row.version };
      // A timeout says nothing of whether the event was published: again, the id stays the same.
      await publish("prices", event).catch((error) => {
        log("again", row.event_id, error);
        return publish("prices", event);
      });
      await tx.query("UPDATE outbox SET state = 'sent' WHERE event_id = $1", [row.event_id]);
    });
  }
}
