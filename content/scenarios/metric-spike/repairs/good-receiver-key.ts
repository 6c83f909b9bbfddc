import type { Ports } from "crash-window";

export default async function consume({ consumer, receiver }: Ports) {
  for (;;) {
    const records = await consumer.poll({ max: 500, autoCommit: false });
    for (const { id, value } of records) {
      await receiver("ledger").call("post", { key: id, params: { id, amount: value.amount } });
    }
    for (const last of records.slice(-1)) await consumer.commit(last.offset + 1);
  }
}
