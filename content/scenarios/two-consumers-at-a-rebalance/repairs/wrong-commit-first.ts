import type { Ports } from "crash-window";

export default async function consume({ consumer, stripe }: Ports) {
  for (;;) {
    const records = await consumer.poll({ max: 1 });
    for (const { offset, value } of records) {
      await consumer.commit(offset + 1); // fails when the partition is gone: then nothing is charged
      await stripe.charges.create({ amount: value.amount, currency: "eur", metadata: { order: value.order } });
    }
  }
}
