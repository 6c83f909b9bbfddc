import type { Message, Ports } from "crash-window";

interface Updated {
  subscription: string;
  status: string;
  version: number;
}

const write = `
  INSERT INTO subscriptions (id, status, version) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET status = excluded.status, version = excluded.version`;

export default async function handle(msg: Message<Updated>, { db, ack }: Ports) {
  await db.transaction(async (tx) => {
    const first = await tx.query("INSERT INTO seen (event_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);
    if (first.rowCount) await tx.query(write, [msg.subscription, msg.status, msg.version]);
  });
  await ack();
}
