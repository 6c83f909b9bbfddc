import type { Ports } from "crash-window";

export default async function consume({ consumer, db }: Ports) {
  for (;;) {
    let next = 0;
    for (let handled = 0; handled < 3; ) {
      const records = await consumer.poll({ max: 1 });
      for (const { id, offset, value } of records) {
        await db.transaction(async (tx) => {
          const first = await tx.query(
            "INSERT INTO processed (record_id) VALUES ($1) ON CONFLICT DO NOTHING",
            [id],
          );
          if (first.rowCount === 0) {
            await tx.query("INSERT INTO dedup_hits (record_id) VALUES ($1)", [id]);
          } else {
            await tx.query("INSERT INTO ledger (order_id) VALUES ($1)", [value.order]);
          }
        });
        next = offset + 1;
        handled += 1;
      }
    }
    await consumer.commit(next);
  }
}
