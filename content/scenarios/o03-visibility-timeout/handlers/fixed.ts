import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ report: string }>, { receiver, ack }: Ports) {
  // Still done more than once; it counts only once.
  await receiver("reports").call("publish", { key: msg.report, params: { report: msg.report } });
  await ack();
}
