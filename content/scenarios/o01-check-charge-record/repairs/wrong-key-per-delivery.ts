import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { receiver, ack }: Ports) {
  await receiver("card").call("charge", { key: `${msg.order}.${msg.receiveCount}`, params: { order: msg.order } });
  await ack();
}
