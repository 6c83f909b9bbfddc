import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { random, receiver, ack }: Ports) {
  await receiver("bank").call("pay", { key: random.uuid(), params: { order: msg.order } });
  await ack();
}
