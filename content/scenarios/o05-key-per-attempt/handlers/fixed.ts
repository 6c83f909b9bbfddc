import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { receiver, log, ack }: Ports) {
  for (let attempt = 1; attempt <= 2; attempt++) {
    try {
      await receiver("bank").call("pay", { key: `pay.${msg.order}`, params: { order: msg.order } });
      break;
    } catch (error) {
      log("attempt", attempt, error);
    }
  }
  await ack();
}
