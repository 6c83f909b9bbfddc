import type { LogLine, MessageData, PendingRequest, ReplyError, Thrown } from "@/lib/simulator/process/history";
import type { CoordinatorRules, Identity } from "@/lib/simulator/process/history";
import type { StartsWith } from "@/lib/simulator/process/executor";
import type { Plain } from "@/lib/simulator/plain";

/** What the orchestrator and a child process say to each other. Everything is plain data: it crosses as JSON. */

/** The real systems that a child reaches, each null where the scenario has none. */
export interface Addresses {
  /** Of PostgreSQL, through the gate of this child. */
  database: string | null;
  stripe: string | null;
  /** Of the receivers: mailer, on-call person, and those that the scenario names. */
  receivers: string | null;
  redis: string | null;
  store: StoreAddress | null;
}

/** Where the coordinator of a child keeps its records. */
export type StoreAddress = { kind: "redis"; url: string; keyPrefix: string } | { kind: "postgres"; url: string };

/** A process begins: the handler file as it is in the course, and who runs it. */
export interface Start {
  order: "start";
  source: string;
  starts: StartsWith;
  identity: Identity;
  coordinator: CoordinatorRules | null;
  addresses: Addresses;
  /** A library in front of the receivers that drops keys with a colon, and says nothing. */
  dropsColonKeys: boolean;
}

/** The process is handed a message. */
export interface Deliver {
  order: "deliver";
  message: MessageData;
}

/** How a call is let go. */
export interface LetGo {
  order: "go";
  /** Number of the call in this child. */
  call: number;
  /** Milliseconds until the client gives up; null for the patience of a client that expects an answer. */
  timeoutMs: number | null;
  /** The reply of a part that has no real counterpart; absent where the call goes to a real system. */
  reply?: { value: Plain } | { error: ReplyError };
  /** Where nobody listens: the call goes there. */
  outage?: true;
}

/** The process is as new after this: its connections are closed in order. */
export interface End {
  order: "end";
}

export type Order = Start | Deliver | LetGo | End;

/** What a process does, as it says itself. */
export interface Standing {
  status: "idle" | "busy" | "done" | "refused";
  pending: PendingRequest[];
  thrown: Thrown | null;
  log: LogLine[];
}

export type Word =
  /** The process has taken up an order and come to rest. */
  | { word: "standing"; standing: Standing }
  /** A call has been answered, and what the process did upon it. */
  | { word: "answered"; call: number; reply: RealReply; standing: Standing }
  /** A session of PostgreSQL was opened: the number of its server process. */
  | { word: "session"; pid: number }
  | { word: "ended" }
  /** The program itself failed; no fault of the handler. */
  | { word: "broken"; message: string };

/** What a real client gave: the fields of an error that a handler can see. */
export type RealReply = { value: Plain } | { error: RealError };

export interface RealError {
  name: string;
  message: string;
  fields: { readonly [key: string]: Plain };
}
