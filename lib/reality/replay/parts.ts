import type { RequestPort } from "@/lib/simulator/process/history";

/** What a call goes to in a replay; null where the part has no real counterpart and the orchestrator answers. */
export type RealPart = "database" | "stripe" | "receivers" | "redis" | "store" | null;

export function realPartOf(port: RequestPort): RealPart {
  if (port === "db.query") return "database";
  if (port === "stripe.charges.create") return "stripe";
  if (port === "mailer.send" || port === "alert" || port === "receiver.call") return "receivers";
  if (port.startsWith("redis.")) return "redis";
  return port.startsWith("coordinator.") ? "store" : null;
}
