import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ report: string }>, { receiver, ack }: Ports) {
  // Takes longer than the queue hides the message.
  await receiver("reports").call("publish", { params: { report: msg.report } });
  await ack();
}
