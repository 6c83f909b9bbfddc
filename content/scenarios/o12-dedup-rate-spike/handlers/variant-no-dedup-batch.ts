import type { Ports } from "crash-window";

export default async function consume({ consumer, db }: Ports) {
  for (;;) {
    const records = await consumer.poll({ max: 3 });
    let next = 0;
    for (const { offset, value } of records) {
      await db.query("INSERT INTO ledger (order_id) VALUES ($1)", [value.order]);
      next = offset + 1;
    }
    await consumer.commit(next);
  }
}
