import type { Message, Ports } from "crash-window";

interface Updated {
  subscription: string;
  status: string;
  version: number;
}

export default async function handle(msg: Message<Updated>, { db, ack }: Ports) {
  await db.query(
    "INSERT INTO subscriptions (id, status, version) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING",
    [msg.subscription, msg.status, msg.version],
  );
  await ack();
}
