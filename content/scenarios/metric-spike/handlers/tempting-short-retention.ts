import type { Ports } from "crash-window";

export default async function consume({ consumer, coordinator, receiver }: Ports): Promise<void> {
  for (;;) {
    const records = await consumer.poll({ max: 500, autoCommit: false });
    for (const { id, value } of records) {
      await coordinator.coordinate({ operation: "ledger.post", key: id, retentionMs: 2000 }, () =>
        receiver("ledger").call("post", { params: { id, amount: value.amount } }),
      );
    }
    for (const last of records.slice(-1)) await consumer.commit(last.offset + 1);
  }
}
