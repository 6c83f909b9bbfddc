import { fork, type ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "amqplib";
import { killed } from "../services/servers";
import type { ConsumerOrder, ConsumerWord } from "./consumer";
import type { BrokerRule, BrokerStep } from "./rules";

/** Longer than a message needs to arrive that is there; what has not come by then is not there. */
const nothingAfterMs = 1500;
/** Dead letters take a way of their own, which nobody can ask for the end of. */
const deadLettersAfterMs = 5000;

/** What a RabbitMQ server says to each step. Consumers are processes of their own; queues are quorum queues. */
export async function askBroker(url: string, program: string, { deliveryLimit, steps }: BrokerRule, name: string): Promise<string[]> {
  const connection = await connect(url);
  const channel = await connection.createConfirmChannel();
  const deadLetterQueue = `${name}-dead`;
  await channel.assertQueue(deadLetterQueue, { durable: true });
  await channel.assertQueue(name, {
    durable: true,
    arguments: {
      "x-queue-type": "quorum",
      "x-dead-letter-exchange": "",
      "x-dead-letter-routing-key": deadLetterQueue,
      ...(deliveryLimit === null ? {} : { "x-delivery-limit": deliveryLimit }),
    },
  });
  const consumers = new Map<string, Consumer>();
  const consumer = async (letter: string): Promise<Consumer> => {
    const known = consumers.get(letter);
    if (known) return known;
    const opened = new Consumer(program);
    consumers.set(letter, opened);
    await opened.ask({ order: "connect", url, queue: name });
    return opened;
  };
  const said: string[] = [];
  const play = async (step: BrokerStep): Promise<string> => {
    if ("publish" in step) {
      channel.sendToQueue(name, Buffer.from(step.publish), { persistent: true });
      await channel.waitForConfirms();
      return "published";
    }
    if ("receive" in step) return (await consumer(step.receive)).ask({ order: "receive", withinMs: nothingAfterMs });
    if ("kill" in step) {
      await consumers.get(step.kill)?.kill();
      consumers.delete(step.kill);
      return "killed";
    }
    if ("closeChannel" in step) return (await consumer(step.closeChannel)).ask({ order: "close-channel" });
    if ("ack" in step) return (await consumer(step.ack)).ask({ order: "ack" });
    if ("nack" in step) return (await consumer(step.nack)).ask({ order: "nack" });
    return deadLetters();
  };
  const deadLetters = async (): Promise<string> => {
    const expected = steps.some((step) => "kill" in step) && said.includes("nothing") ? 1 : 0;
    for (const until = Date.now() + (expected > 0 ? deadLettersAfterMs : 0); ; await pause(50)) {
      const { messageCount } = await channel.checkQueue(deadLetterQueue);
      if (messageCount >= expected || Date.now() > until) return String(messageCount);
    }
  };
  try {
    for (const step of steps) said.push(await play(step));
    return said;
  } finally {
    await Promise.all([...consumers.values()].map((one) => one.kill()));
    await connection.close();
  }
}

class Consumer {
  readonly #child: ChildProcess;

  constructor(program: string) {
    this.#child = fork(program, [], { stdio: ["ignore", "inherit", "inherit", "ipc"], execArgv: [], env: { ...process.env, NODE_OPTIONS: "" } });
  }

  ask(order: ConsumerOrder): Promise<string> {
    return new Promise((resolve, reject) => {
      const gone = () => reject(new Error("a consumer has ended by itself"));
      this.#child.once("exit", gone);
      this.#child.once("message", ({ said }: ConsumerWord) => {
        this.#child.off("exit", gone);
        resolve(said);
      });
      this.#child.send(order);
    });
  }

  kill(): Promise<void> {
    return killed(this.#child);
  }
}
