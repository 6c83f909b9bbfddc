import type { Message, Ports } from "crash-window";

const sent = new Set<string>();

export default async function handle(msg: Message<{ order: string }>, { mailer, ack }: Ports) {
  if (sent.has(msg.id)) return ack(); // this worker has mailed it before

  await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` });
  sent.add(msg.id);
  await ack();
}
