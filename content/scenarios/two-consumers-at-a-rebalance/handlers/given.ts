import type { Ports } from "crash-window";

export default async function consume({ consumer, db, stripe }: Ports) {
  for (;;) {
    const records = await consumer.poll({ max: 1 });
    for (const { id, offset, value } of records) {
      const seen = await db.query("SELECT 1 FROM processed WHERE msg_id = $1", [id]);
      if (seen.rowCount === 0) {
        await stripe.charges.create({
          amount: value.amount,
          currency: "eur",
          metadata: { order: value.order },
        });
        await db.query("INSERT INTO processed (msg_id) VALUES ($1)", [id]);
      }
      await consumer.commit(offset + 1);
    }
  }
}
