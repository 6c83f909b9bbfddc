import type { Ports } from "crash-window";

export default async function consume({ consumer, db }: Ports) {
  const seen = new Set<string>();
  for (;;) {
    let next = 0;
    for (let handled = 0; handled < 3; ) {
      const records = await consumer.poll({ max: 1 });
      for (const { id, offset, value } of records) {
        if (!seen.has(id)) await db.query("INSERT INTO ledger (order_id) VALUES ($1)", [value.order]);
        seen.add(id);
        next = offset + 1;
        handled += 1;
      }
    }
    await consumer.commit(next);
  }
}
