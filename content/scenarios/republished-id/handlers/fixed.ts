import type { Message, Payment, Ports } from "crash-window";

type Event = Payment & { event: string };

export default async function handle(msg: Message<Event>, { stripe, ack }: Ports) {
  await stripe.charges.create(
    { amount: msg.amount, currency: "eur" },
    { idempotencyKey: msg.event }, // written into the outbox with the event, the same in every publication
  );
  await ack();
}
