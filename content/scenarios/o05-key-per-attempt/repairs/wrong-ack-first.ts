import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { receiver, ack }: Ports) {
  await ack();
  await receiver("bank").call("pay", { key: `pay.${msg.order}`, params: { order: msg.order } });
}
