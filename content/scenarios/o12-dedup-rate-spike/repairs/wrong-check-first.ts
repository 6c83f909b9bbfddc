import type { Ports } from "crash-window";

export default async function consume({ consumer, db }: Ports) {
  for (;;) {
    let next = 0;
    for (let handled = 0; handled < 3; ) {
      const records = await consumer.poll({ max: 1 });
      for (const { id, offset, value } of records) {
        const seen = await db.query("SELECT 1 FROM processed WHERE record_id = $1", [id]);
        if (seen.rowCount === 0) {
          await db.query("INSERT INTO ledger (order_id) VALUES ($1)", [value.order]);
          await db.query("INSERT INTO processed (record_id) VALUES ($1) ON CONFLICT DO NOTHING", [id]);
        }
        next = offset + 1;
        handled += 1;
      }
    }
    await consumer.commit(next);
  }
}
