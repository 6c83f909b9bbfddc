import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ report: string }>, { receiver, ack }: Ports) {
  await receiver("reports").call("publish", { key: msg.id, params: { report: msg.report } });
  await ack();
}
