import type { Ports } from "crash-window";

export default async function consume({ consumer, mailer }: Ports) {
  const sent = new Set<string>();
  for (;;) {
    const records = await consumer.poll({ max: 2 });
    for (const { offset, value } of records) {
      if (!sent.has(value.order)) await mailer.send({ to: value.order, subject: "Invoice" });
      sent.add(value.order);
      await consumer.commit(offset + 1);
    }
  }
}
