import type { Ports } from "crash-window";

export default async function main({ publish, log }: Ports) {
  for (const version of [1, 2]) {
    for (let attempt = 1; attempt <= 2; attempt++) {
      try {
        await publish("products", { product: "product-5", version }, { id: `product-5-attempt-${attempt}` });
        break;
      } catch (error) {
        log("version", version, "attempt", attempt, error);
      }
    }
  }
}
