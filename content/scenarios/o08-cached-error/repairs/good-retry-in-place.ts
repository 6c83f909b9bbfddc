import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ transfer: string }>, { receiver, log, ack }: Ports) {
  for (let attempt = 1; ; attempt++) {
    try {
      await receiver("bank").call("transfer", { key: msg.transfer, params: { transfer: msg.transfer } });
      return await ack();
    } catch (error) {
      if (attempt === 5) throw error;
      log("attempt", attempt, error);
    }
  }
}
