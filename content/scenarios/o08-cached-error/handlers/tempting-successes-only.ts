import type { Message, Ports } from "crash-window";

const read = "SELECT answer FROM answers WHERE request_id = $1";
const store = "INSERT INTO answers (request_id, answer) VALUES ($1, 'done')";

export default async function handle(msg: Message<{ transfer: string }>, { db, receiver, ack }: Ports) {
  const stored = await db.query(read, [msg.transfer]);
  if (stored.rowCount) return ack();

  await receiver("bank").call("transfer", { params: { transfer: msg.transfer } });
  await db.query(store, [msg.transfer]);
  await ack();
}
