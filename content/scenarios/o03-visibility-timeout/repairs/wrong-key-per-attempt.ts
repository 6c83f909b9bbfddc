import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ report: string }>, { receiver, random, ack }: Ports) {
  await receiver("reports").call("publish", { key: random.uuid(), params: { report: msg.report } });
  await ack();
}
