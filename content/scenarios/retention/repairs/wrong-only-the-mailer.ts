import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { mailer, ack }: Ports) {
  await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` }, { key: `${msg.order}.invoice` });
  await ack();
}
