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
    await tx.query("SELECT pg_advisory_xact_lock(hashtext($1))", [msg.subscription]);
    const known = await tx.query<{ version: number }>("SELECT version FROM subscriptions WHERE id = $1", [msg.subscription]);
    if ((known.rows[0]?.version ?? 0) >= msg.version) return;
    await tx.query(write, [msg.subscription, msg.status, msg.version]);
  });
  await ack();
}
