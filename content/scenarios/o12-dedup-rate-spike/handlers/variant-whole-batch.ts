import type { Ports } from "crash-window";

export default async function consume({ consumer, db }: Ports) {
  for (;;) {
    const records = await consumer.poll({ max: 3 });
    let next = 0;
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
    }
    await consumer.commit(next);
  }
}
