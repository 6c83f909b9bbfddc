import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { mailer, ack }: Ports) {
  if (msg.receiveCount > 1) return ack(); // delivered before, so it was mailed before

  await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` });
  await ack();
}
