import type { Message, Ports } from "crash-window";

interface PriceChanged {
  event: string;
  price: number;
  version: number;
}

export default async function handle(msg: Message<PriceChanged>, { db, ack }: Ports) {
  await db.query(
    "UPDATE catalog SET price = $1, version = $2 WHERE product_id = 'product-5'",
    [msg.price, msg.version],
  );
  await ack();
}
