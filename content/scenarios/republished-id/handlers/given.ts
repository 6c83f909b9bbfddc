import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message, { stripe, ack }: Ports) {
  await stripe.charges.create(
    { amount: msg.amount, currency: "eur" },
    { idempotencyKey: msg.id },
  );
  await ack();
}
