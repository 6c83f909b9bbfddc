/**
 * Calls that the outside world can see, by the words of the call. Clock, random values and the log are answered inside
 * the process: no step, no gap, not bold.
 */
const stepNames: Readonly<Record<string, string>> = {
  ack: "ack",
  nack: "nack",
  publish: "publish",
  alert: "alert",
  "consumer.poll": "poll",
  "consumer.commit": "commit offset",
  "stripe.charges.create": "charge",
  "stripe.charge": "charge",
  "mailer.send": "send",
  "receiver.call": "call",
  "coordinator.coordinate": "coordinate",
  "redis.set": "redis set",
  "redis.get": "redis get",
  "redis.del": "redis del",
  "redis.delIfEquals": "redis delIfEquals",
  "redis.incr": "redis incr",
  "redis.expire": "redis expire",
};

/** Name of the step that a call takes, or null when the call stays inside the process. */
export function stepName(call: string): string | null {
  return Object.hasOwn(stepNames, call) ? (stepNames[call] ?? null) : null;
}
