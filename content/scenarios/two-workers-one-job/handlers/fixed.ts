import type { Message, Ports } from "crash-window";

export default async function handle(msg: Message<{ order: string }>, { coordinator, mailer, ack }: Ports) {
  await coordinator.coordinate({ operation: "mail.invoice", key: msg.id, inFlight: "wait" }, ({ downstreamKey }) =>
    mailer.send(
      { to: "customer@example.com", subject: `Invoice for ${msg.order}` },
      { key: downstreamKey ?? msg.id },
    ),
  );
  await ack();
}
