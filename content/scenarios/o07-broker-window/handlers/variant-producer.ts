import type { Ports } from "crash-window";

export default async function main({ publish, log }: Ports) {
  for (let attempt = 1; attempt <= 2; attempt++) {
    try {
      await publish("orders", { order: "order-9" }, { id: "order-9" });
      return;
    } catch (error) {
      log("attempt", attempt, error); // a timeout: the broker may have it, or not
    }
  }
}
