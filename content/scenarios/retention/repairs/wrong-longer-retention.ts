import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { coordinator, mailer, ack }: Ports) {
  const week = 604_800_000; // longer than any redelivery
  await coordinator.coordinate({ operation: "mail.invoice", key: `${msg.order}.invoice`, retentionMs: week }, () =>
    mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` }),
  );
  await ack();
}
