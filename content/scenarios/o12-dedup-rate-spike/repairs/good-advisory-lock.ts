import type { Ports } from "crash-window";

export default async function consume({ consumer, db }: Ports) {
  for (;;) {
    let next = 0;
    for (let handled = 0; handled < 3; ) {
      const records = await consumer.poll({ max: 1 });
      for (const { offset, value } of records) {
        await db.transaction(async (tx) => {
          await tx.query("SELECT pg_advisory_xact_lock(hashtext($1))", [value.order]);
          const entry = await tx.query("SELECT 1 FROM ledger WHERE order_id = $1", [value.order]);
          if (entry.rowCount === 0) await tx.query("INSERT INTO ledger (order_id) VALUES ($1)", [value.order]);
        });
        next = offset + 1;
        handled += 1;
      }
    }
    await consumer.commit(next);
  }
}
