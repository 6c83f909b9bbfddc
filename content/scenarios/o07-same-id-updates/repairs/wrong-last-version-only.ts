import type { Ports } from "crash-window";

export default async function main({ publish }: Ports) {
  const versions = [1, 2];
  const version = Math.max(...versions); // the newest holds everything
  await publish("products", { product: "product-5", version }, { id: `product-5-${version}` });
}
