import type { Message, Ports } from "crash-window";

interface PriceChanged {
  event: string;
  price: number;
  version: number;
}

export default async function handle(msg: Message<PriceChanged>, { db, ack }: Ports) {
  // A repetition is no newer than what is stored, so no inbox is needed.
  await db.query(
    "UPDATE catalog SET price = $1, version = $2 WHERE product_id = 'product-5' AND version < $2",
    [msg.price, msg.version],
  );
  await ack();
}
