import type { Message, Payment, Ports } from "crash-window";

type Event = Payment & { event: string };

export default async function handle(msg: Message<Event>, { db, stripe, ack }: Ports) {
  const claimed = await db.query("INSERT INTO processed (event_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.event]);
  if (claimed.rowCount === 0) return ack(); // the event was seen: skip

  await stripe.charges.create({ amount: msg.amount, currency: "eur" });
  await ack();
}
