import type { Ports } from "crash-window";

export default async function consume({ consumer, receiver }: Ports) {
  const posted = new Set<string>();
  for (;;) {
    const records = await consumer.poll({ max: 500, autoCommit: false });
    for (const { id, value } of records) {
      if (posted.has(id)) continue;
      await receiver("ledger").call("post", { params: { id, amount: value.amount } });
      posted.add(id);
    }
    for (const last of records.slice(-1)) await consumer.commit(last.offset + 1);
  }
}
