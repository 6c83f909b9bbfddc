import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { mailer, ack, log }: Ports) {
  const mail = await mailer.send({ to: "customer@example.com", subject: `Invoice for ${msg.order}` });
  log("sent", msg.id, mail.id);
  await ack();
  log("done", msg.id);
}
