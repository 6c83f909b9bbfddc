import type { Message, Ports } from "crash-window";

const mailed = new Set<string>();

export default async function handle(msg: Message<{ order: string }>, { mailer, ack }: Ports) {
  if (mailed.has(msg.id)) return ack();

  mailed.add(msg.id); // before the mail, so that nobody else begins
  await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` });
  await ack();
}
