import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { receiver, ack }: Ports) {
  await receiver("bank").call("pay", { key: `payout.${msg.order}`, params: { order: msg.order } });
  await ack();
}
