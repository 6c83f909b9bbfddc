import type {
  DatabaseError, Message, Ports,
} from "crash-window";

export default async function handle(
  msg: Message,
  { db, log, ack }: Ports,
) {
  try {
    await db.query("BEGIN");
    await db.query(
      "INSERT INTO processed (msg_id) VALUES ($1)",
      [msg.id],
    );
    await db.query(
      `UPDATE orders SET status = 'paid'
        WHERE id = $1`,
      [msg.order],
    );
    await db.query("COMMIT");
  } catch (error) {
    await db.query("ROLLBACK");
    if ((error as DatabaseError).code !== "23505") {
      throw error;
    }
    log("duplicate", msg.id);
  }
  await ack();
}
