import type { Ports } from "crash-window";

export default async function consume({ consumer, db }: Ports) {
  for (;;) {
    let next = 0;
    for (let handled = 0; handled < 3; ) {
      const records = await consumer.poll({ max: 1 });
      for (const { offset, value } of records) {
        await db.query("INSERT INTO ledger (order_id) VALUES ($1)", [value.order]);
        next = offset + 1;
        handled += 1;
      }
    }
    await consumer.commit(next);
  }
}
