import type { Message, Payment, Ports } from "crash-window";

type Event = Payment & { event: string };

export default async function handle(msg: Message<Event>, { stripe, ack }: Ports) {
  const again = msg.receiveCount > 1; // a first delivery cannot be a repetition
  await stripe.charges.create(
    { amount: msg.amount, currency: "eur" },
    { idempotencyKey: again ? msg.event : msg.id },
  );
  await ack();
}
