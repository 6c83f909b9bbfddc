import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { mailer, ack }: Ports) {
  const key = encodeURIComponent(`${msg.order}:invoice`); // the colon becomes %3A
  await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` }, { key });
  await ack();
}
