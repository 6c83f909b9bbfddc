import type { Message, Ports } from "crash-window";

const read = "SELECT answer FROM answers WHERE request_id = $1";
const store = "INSERT INTO answers (request_id, answer) VALUES ($1, $2)";

export default async function handle(msg: Message<{ transfer: string }>, { db, receiver, log, ack }: Ports) {
  const stored = await db.query<{ answer: string }>(read, [msg.transfer]);
  let answer = stored.rows[0]?.answer;
  if (answer === undefined) {
    answer = await receiver("bank")
      .call("transfer", { params: { transfer: msg.transfer } })
      .then(() => "done")
      .catch((error: Error) => `failed: ${error.message}`);
    await db.query(store, [msg.transfer, answer]);
  }
  if (answer === "done") return ack();
  log("stored answer", answer);
  throw new Error(answer);
}
