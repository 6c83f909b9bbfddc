import type { Message, Payment, Ports } from "crash-window";

type Event = Payment & { event: string };

export default async function handle(msg: Message<Event>, { db, stripe, ack }: Ports) {
  await db.transaction(async (tx) => {
    const claimed = await tx.query("INSERT INTO processed (event_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.event]);
    if (claimed.rowCount === 0) return; // committed together with its charge: nothing left to do

    await stripe.charges.create(
      { amount: msg.amount, currency: "eur" },
      { idempotencyKey: msg.event },
    );
  });
  await ack();
}
