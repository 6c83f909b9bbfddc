import type { Ports } from "crash-window";

export default async function consume({ consumer, mailer }: Ports) {
  for (;;) {
    const records = await consumer.poll({ max: 1 });
    for (const { partition, offset, value } of records) {
      await mailer.send({ to: value.order, subject: "Invoice" }, { key: `orders.${partition}.${offset}` });
      await consumer.commit(offset + 1);
    }
  }
}
