import type { Ports } from "crash-window";

export default async function consume({ consumer, mailer }: Ports) {
  for (;;) {
    const records = await consumer.poll({ max: 2 });
    for (const { offset, value } of records) {
      await mailer.send({ to: value.order, subject: "Invoice" });
      await consumer.commit(offset + 1);
    }
  }
}
