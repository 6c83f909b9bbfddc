import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { redis, receiver, ack, nack }: Ports) {
  const lock = `lock:${msg.order}`;
  if (!(await redis.set(lock, "held", { ifAbsent: true, ttlMs: 30_000 }))) return nack(); // somebody works on it

  if ((await redis.get(`paid:${msg.order}`)) === null) {
    await receiver("bank").call("pay", { params: { order: msg.order } });
    await redis.set(`paid:${msg.order}`, "yes");
  }
  await redis.del(lock);
  await ack();
}
