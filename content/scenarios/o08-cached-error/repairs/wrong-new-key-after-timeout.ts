import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ transfer: string }>, { receiver, log, ack }: Ports) {
  const params = { transfer: msg.transfer };
  try {
    await receiver("bank").call("transfer", { key: msg.transfer, params });
  } catch (error) {
    log("once more", error);
    await receiver("bank").call("transfer", { key: `${msg.transfer}.again`, params });
  }
  await ack();
}
