import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { clock, receiver, log, ack }: Ports) {
  for (let attempt = 1; attempt <= 2; attempt++) {
    try {
      await receiver("bank").call("pay", { key: `${msg.order}-${clock.now()}`, params: { order: msg.order } });
      break;
    } catch (error) {
      log("attempt", attempt, error);
    }
  }
  await ack();
}
