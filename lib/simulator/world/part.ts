import type { Plain } from "../plain";
import type { PendingRequest, ReplyError } from "../process/history";
import type { Fact } from "./facts";

/** Who makes a request. */
export interface Caller {
  /** Letter of the process. */
  process: string;
  /** Process and incarnation, as in `A1`: names its database session and its deliveries. */
  life: string;
  /** The message that the process works on; null for a process that was handed none. */
  message: string | null;
}

export type Reply = { value: Plain } | { error: ReplyError };

/** What a part answers to a request in a state. */
export type Response<State> = { blocked: Fact; waitsFor: string } | { state: State; reply: Reply; fact: Fact };

export type Handle<State> = (state: State, request: PendingRequest, caller: Caller) => Response<State>;
