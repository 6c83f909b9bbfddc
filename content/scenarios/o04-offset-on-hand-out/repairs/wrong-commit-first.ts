import type { Ports } from "crash-window";

export default async function consume({ consumer, mailer }: Ports) {
  for (;;) {
    const records = await consumer.poll({ max: 1, autoCommit: false });
    for (const { offset, value } of records) {
      await consumer.commit(offset + 1); // never again
      await mailer.send({ to: value.order, subject: "Paid" });
    }
  }
}
