import { connect, type Channel, type ChannelModel } from "amqplib";

/** A consumer as a process of its own, to be killed. It does what it is told and says what it has got. */
export type ConsumerOrder =
  | { order: "connect"; url: string; queue: string }
  | { order: "receive"; withinMs: number }
  | { order: "ack" | "nack" | "close-channel" };

export interface ConsumerWord {
  said: string;
}

let connection: ChannelModel | null = null;
let channel: Channel | null = null;
let queue = "";
let tag = 0;

process.on("disconnect", () => process.exit());
process.on("message", (order: ConsumerOrder) => {
  take(order).then(
    (said) => process.send?.({ said } satisfies ConsumerWord),
    (error: unknown) => process.send?.({ said: `failed: ${error instanceof Error ? error.message : String(error)}` } satisfies ConsumerWord),
  );
});

async function take(order: ConsumerOrder): Promise<string> {
  if (order.order === "connect") {
    connection = await connect(order.url);
    connection.on("error", () => undefined);
    channel = await openChannel(connection);
    queue = order.queue;
    return "connected";
  }
  if (order.order === "receive") return receive(order.withinMs);
  if (order.order === "close-channel") {
    await channel?.close();
    channel = connection && (await openChannel(connection));
    return "closed";
  }
  return settle(order.order);
}

async function openChannel(from: ChannelModel): Promise<Channel> {
  const opened = await from.createChannel();
  opened.on("error", () => undefined);
  await opened.prefetch(1);
  return opened;
}

/** One delivery, by a subscription that ends with it; what is not acknowledged stays so. */
async function receive(withinMs: number): Promise<string> {
  const open = channel as Channel;
  let found: (text: string) => void = () => undefined;
  const delivery = new Promise<string>((resolve) => void (found = resolve));
  const { consumerTag } = await open.consume(queue, (message) => {
    if (!message) return;
    tag = message.fields.deliveryTag;
    found(`${message.content.toString()}${message.fields.redelivered ? " redelivered" : ""}`);
  });
  const timer = setTimeout(() => found("nothing"), withinMs);
  const text = await delivery;
  clearTimeout(timer);
  await open.cancel(consumerTag);
  return text;
}

/** The server says nothing to an ack that it takes; one that it does not take closes the channel. */
async function settle(how: "ack" | "nack"): Promise<string> {
  const open = channel as Channel;
  const closed = new Promise<string>((resolve) => void open.once("error", (error: Error & { code?: number }) => resolve(`error ${error.code ?? ""}`)));
  const message = { fields: { deliveryTag: tag } } as Parameters<Channel["ack"]>[0];
  if (how === "ack") open.ack(message);
  else open.nack(message, false, true);
  // An answer to a later question comes after the answer to an earlier one.
  return Promise.race([closed, open.checkQueue(queue).then(() => "done", () => closed)]);
}
