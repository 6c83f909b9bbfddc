import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { coordinator, mailer, ack }: Ports) {
  const year = 31_536_000_000;
  await coordinator.coordinate({ operation: "mail.invoice", key: `${msg.order}.invoice`, retentionMs: year }, () =>
    mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` }),
  );
  await ack();
}
