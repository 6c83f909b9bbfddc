import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { redis, random, receiver, ack, nack }: Ports) {
  const lock = `lock:${msg.order}`;
  const token = random.uuid();
  if (!(await redis.set(lock, token, { ifAbsent: true, ttlMs: 30_000 }))) return nack(); // somebody works on it

  if ((await redis.get(`paid:${msg.order}`)) === null) {
    await receiver("bank").call("pay", { key: `payout.${msg.order}`, params: { order: msg.order } });
    await redis.set(`paid:${msg.order}`, "yes");
  }
  await redis.delIfEquals(lock, token);
  await ack();
}
