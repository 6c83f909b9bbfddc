import { DeliveryLine } from "@/lib/outbox/delivery-line";
import type { AttemptReply, AttemptRequest, Problem } from "@/lib/progress/contract";

/** What is known about a commit: an answer, unless said otherwise. */
export type Delivery<Reply = AttemptReply> =
  | { state: "sending" }
  | Waiting
  | { state: "recorded"; reply: Reply }
  /** 409: the server holds something else under this name. What it holds has to be loaded. */
  | { state: "superseded" }
  /** Not accepted, and sending it again would not help. `problem` is null when the server gave no reason. */
  | { state: "refused"; problem: Problem | null };

/** It will be sent again by itself, under the same id. */
export interface Waiting {
  state: "waiting";
  because: "offline" | "unreachable" | "busy";
}

/** The outside world of a delivery, passed in so that tests own the network and the clock. */
export interface DeliveryPorts<Request = AttemptRequest> {
  /** Rejects when no answer came: offline, reset, timed out. */
  post: (request: Request) => Promise<Response>;
  /** False when the browser knows that it has no network. */
  online: () => boolean;
  /** Calls `action` once after `ms`; the result cancels it. */
  after: (ms: number, action: () => void) => () => void;
  /** Calls `action` whenever a new try may succeed (network back, page looked at again); the result stops it. */
  onWake: (action: () => void) => () => void;
  /** In [0, 1). */
  random: () => number;
}

export interface RunningDelivery {
  /** Sends at once, unless a request is on its way or the delivery has ended. */
  retry: () => void;
  /** Ends the delivery and its reports; a request already on its way is not called back. */
  stop: () => void;
}

const firstDelayMs = 1000;
/** Long enough for a server under load, short enough that a learner who waits sees it come back. */
const longestDelayMs = 30_000;

/**
 * Sends one commit until the server has answered for good, always with the same id: the server records an id once, so
 * a repetition after a lost reply changes nothing. Tries are spaced 1, 2, 4 … 30 s with jitter, or by `Retry-After`,
 * and made at once on wake-up or `retry`. `report` gets every change of state.
 *
 * @param line where it waits until the answers committed before it have been delivered; alone unless said otherwise
 */
export function deliver<Request extends { id: string } = AttemptRequest, Reply extends { id: string } = AttemptReply>(
  request: Request,
  ports: DeliveryPorts<Request>,
  report: (delivery: Delivery<Reply>) => void,
  line = new DeliveryLine(),
): RunningDelivery {
  let tries = 0;
  let inFlight = false;
  let stopped = false;
  let cancelTimer = () => {};

  async function send() {
    cancelTimer();
    inFlight = true;
    const { delivery, retryAfterMs } = await exchange<Request, Reply>(request, ports);
    inFlight = false;
    if (stopped) return line.leave(place);
    if (delivery.state !== "waiting") {
      report(delivery);
      return stop();
    }
    line.reportToAll(delivery);
    const delay = Math.min(firstDelayMs * 2 ** tries++, longestDelayMs);
    cancelTimer = ports.after(Math.max(retryAfterMs, delay * (0.75 + ports.random() / 2)), send);
  }

  function stop() {
    stopped = true;
    cancelTimer();
    forgetWake();
    // What is on its way keeps its place: the next one must not overtake its reply.
    if (!inFlight) line.leave(place);
  }

  // Tries by the timer are silent: a learner who waits is told once, not every few seconds.
  function retry() {
    if (inFlight || stopped) return;
    report(ports.online() ? { state: "sending" } : { state: "waiting", because: "offline" });
    if (line.isFirst(place)) void send();
    else line.retryFirst();
  }

  const place = { retry, report };
  line.join(place);
  const forgetWake = ports.onWake(retry);
  retry();
  return { retry, stop };
}

async function exchange<Request extends { id: string }, Reply extends { id: string }>(
  request: Request,
  ports: DeliveryPorts<Request>,
): Promise<{ delivery: Delivery<Reply>; retryAfterMs: number }> {
  const unreachable = (): Waiting => ({ state: "waiting", because: ports.online() ? "unreachable" : "offline" });
  try {
    const response = await ports.post(request);
    return { delivery: await read(response, request, unreachable), retryAfterMs: retryAfter(response) };
  } catch {
    return { delivery: unreachable(), retryAfterMs: 0 };
  }
}

async function read<Reply extends { id: string }>(
  response: Response,
  request: { id: string },
  unreachable: () => Waiting,
): Promise<Delivery<Reply>> {
  if (response.status === 429 || response.status >= 500) return { state: "waiting", because: "busy" };
  if (response.status === 409) return { state: "superseded" };
  if (!response.ok) return { state: "refused", problem: (await response.json().catch(() => null)) as Problem | null };
  const reply = (await response.json()) as Reply;
  // A network that answers with a page of its own (a hotel's login) has not delivered anything.
  return reply.id === request.id ? { state: "recorded", reply } : unreachable();
}

/** `Retry-After` in its form of seconds, as our server sends it, in ms; 0 without it. At most a minute. */
function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get("Retry-After"));
  return seconds > 0 ? Math.min(seconds, 60) * 1000 : 0;
}
