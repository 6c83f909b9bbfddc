import type { Ports } from "crash-window";

export default async function main({ publish, random, log }: Ports) {
  for (const version of [1, 2]) {
    const id = random.uuid(); // once for the change, not for the attempt
    for (let attempt = 1; attempt <= 2; attempt++) {
      try {
        await publish("products", { product: "product-5", version }, { id });
        break;
      } catch (error) {
        log("version", version, "attempt", attempt, error);
      }
    }
  }
}
