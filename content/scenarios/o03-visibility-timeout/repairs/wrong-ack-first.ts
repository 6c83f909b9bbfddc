import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ report: string }>, { receiver, ack }: Ports) {
  await ack(); // done before the timeout can pass
  await receiver("reports").call("publish", { params: { report: msg.report } });
}
