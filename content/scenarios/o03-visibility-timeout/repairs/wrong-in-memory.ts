import type { Message, Ports } from "crash-window";

const published = new Set<string>();

export default async function handle(msg: Message<{ report: string }>, { receiver, ack }: Ports) {
  if (published.has(msg.report)) return ack();

  await receiver("reports").call("publish", { params: { report: msg.report } });
  published.add(msg.report);
  await ack();
}
