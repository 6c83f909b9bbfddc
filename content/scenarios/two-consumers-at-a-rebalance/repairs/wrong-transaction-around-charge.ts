import type { Ports } from "crash-window";

export default async function consume({ consumer, db, stripe }: Ports) {
  for (;;) {
    const records = await consumer.poll({ max: 1 });
    for (const { id, offset, value } of records) {
      await db.transaction(async (tx) => {
        const first = await tx.query("INSERT INTO processed (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [id]);
        if (first.rowCount === 0) return;
        await stripe.charges.create({ amount: value.amount, currency: "eur", metadata: { order: value.order } });
      });
      await consumer.commit(offset + 1);
    }
  }
}
