import type { Ports } from "crash-window";

export default async function consume({ consumer, mailer }: Ports) {
  for (;;) {
    const records = await consumer.poll({ max: 2, autoCommit: false });
    for (const { partition, offset, value } of records) {
      await mailer.send({ to: value.order, subject: "Paid" }, { key: `payments.${partition}.${offset}` });
    }
    for (const last of records.slice(-1)) await consumer.commit(last.offset + 1);
  }
}
