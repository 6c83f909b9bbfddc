import type { Ports } from "crash-window";

export default async function consume({ consumer, mailer }: Ports) {
  for (;;) {
    const records = await consumer.poll({ max: 1 });
    for (const { value } of records) {
      await mailer.send({ to: value.order, subject: "Paid" }, { key: `${value.order}.paid` });
    }
  }
}
