import type { Message, Ports } from "crash-window";

interface PriceChanged {
  event: string;
  price: number;
  version: number;
}

export default async function handle(msg: Message<PriceChanged>, { db, ack, nack }: Ports) {
  const next = await db.query(
    "UPDATE catalog SET price = $1, version = $2 WHERE product_id = 'product-5' AND version = $2 - 1",
    [msg.price, msg.version],
  );
  if (next.rowCount) return ack();

  const known = await db.query("SELECT 1 FROM catalog WHERE product_id = 'product-5' AND version >= $1", [msg.version]);
  await (known.rowCount ? ack() : nack()); // a repetition, or too early
}
