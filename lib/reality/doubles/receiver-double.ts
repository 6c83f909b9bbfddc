import type { Plain } from "@/lib/simulator/plain";
import type { Effect } from "@/lib/simulator/world/keyed-receiver";
import { nothingSpecial, silence, startHttpDouble, type Answer, type Expected, type HttpDouble } from "./http-double";

/**
 * Mailers, on-call persons and other receivers, over HTTP: a known key gives the stored answer and no second effect;
 * without a key every call is an effect. One that looks at fencing tokens refuses a token lower than the highest seen.
 */
export interface ReceiverDouble extends HttpDouble {
  expect: (expected: Partial<Expected>) => void;
  forget: (receiver: string, key: string) => void;
  effectsOf: (receiver: string) => readonly Effect[];
  reset: (rules?: { checksFence: boolean }) => void;
}

/** What the answer of a receiver is numbered by. */
const idPrefixes: Record<string, string> = { mailer: "mail", alert: "alert" };

interface Receiver {
  effects: Effect[];
  answers: Map<string, Answer>;
  fence: number;
}

export async function startReceiverDouble(): Promise<ReceiverDouble> {
  const receivers = new Map<string, Receiver>();
  let expected: Expected = nothingSpecial;
  let checksFence = false;

  const receiverNamed = (name: string): Receiver => {
    const receiver = receivers.get(name) ?? { effects: [], answers: new Map<string, Answer>(), fence: 0 };
    receivers.set(name, receiver);
    return receiver;
  };

  const double = await startHttpDouble(async (request, body) => {
    const { message, fault } = expected;
    expected = nothingSpecial;
    if (fault === "requestLost") return silence;
    const name = (request.url ?? "/").slice(1);
    const key = request.headers["idempotency-key"];
    const { kind, params } = JSON.parse(body) as { kind: string; params: Plain };
    const answer = call(name, { kind, message, params }, typeof key === "string" ? key : null);
    if (fault === "replyLost") return silence;
    return fault === "serverError" ? { status: 500, body: {} } : answer;
  });

  function call(name: string, effect: Effect, key: string | null): Answer {
    const receiver = receiverNamed(name);
    const token = checksFence ? (effect.params as { fencingToken?: number } | null)?.fencingToken : undefined;
    if (token !== undefined && token < receiver.fence) {
      const message = `The fencing token ${token} is older than ${receiver.fence}`;
      return { status: 412, body: { error: { name: "StaleToken", message } } };
    }
    receiver.fence = token ?? receiver.fence;
    const stored = key === null ? undefined : receiver.answers.get(key);
    if (stored) return stored;
    receiver.effects.push(effect);
    const answer: Answer = { status: 200, body: { value: { id: `${idPrefixes[name] ?? "reply"}_${receiver.effects.length}` } } };
    if (key !== null) receiver.answers.set(key, answer);
    return answer;
  }

  return {
    ...double,
    expect: (given) => void (expected = { ...nothingSpecial, ...given }),
    forget: (name, key) => void receiverNamed(name).answers.delete(key),
    effectsOf: (name) => receiverNamed(name).effects,
    reset: (rules) => {
      receivers.clear();
      expected = nothingSpecial;
      checksFence = rules?.checksFence ?? false;
    },
  };
}
