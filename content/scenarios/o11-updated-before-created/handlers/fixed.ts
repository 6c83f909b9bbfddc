import type { Message, Ports } from "crash-window";

interface Updated {
  subscription: string;
  status: string;
  version: number;
}

const write = `
  INSERT INTO subscriptions (id, status, version) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET status = excluded.status, version = excluded.version
  WHERE subscriptions.version < excluded.version`;

export default async function handle(msg: Message<Updated>, { db, ack }: Ports) {
  await db.query(write, [msg.subscription, msg.status, msg.version]);
  await ack();
}
