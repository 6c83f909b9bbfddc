import type { Ports } from "crash-window";

export default async function consume({ consumer, mailer }: Ports) {
  for (;;) {
    const records = await consumer.poll({ max: 2 });
    let next = 0;
    for (const { offset, value } of records) {
      await mailer.send({ to: value.order, subject: "Invoice" });
      next = offset + 1;
    }
    await consumer.commit(next);
  }
}
