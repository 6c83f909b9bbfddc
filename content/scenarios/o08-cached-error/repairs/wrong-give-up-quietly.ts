import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ transfer: string }>, { receiver, log, ack }: Ports) {
  await receiver("bank")
    .call("transfer", { key: msg.transfer, params: { transfer: msg.transfer } })
    .catch((error) => log("failed", error));
  await ack(); // nobody is served by a message that fails for ever
}
