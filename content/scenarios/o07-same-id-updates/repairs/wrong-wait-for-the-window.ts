import type { Ports } from "crash-window";

export default async function main({ publish, clock }: Ports) {
  for (const version of [1, 2]) {
    await publish("products", { product: "product-5", version }, { id: "product-5" });
    await clock.sleep(300_000); // five minutes: the window of the broker
  }
}
