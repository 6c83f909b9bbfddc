import type { Message, Ports } from "crash-window";

const mailed = new Set<string>();

export default async function handle(msg: Message<{ order: string }>, { mailer, ack }: Ports) {
  if (mailed.has(msg.order)) return ack();

  await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` });
  mailed.add(msg.order);
  await ack();
}
