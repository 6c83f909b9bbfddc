import type { HistoryEntry, LogLine, PendingRequest, ReplyError, RequestPort } from "../history";
import type { Plain } from "../../plain";
import { handlerLine, type Refusals } from "./refusals";

/** More calls than this in one delivery is taken for a loop that never ends. */
const maximumCalls = 100;

/** Log lines kept per delivery; further ones are dropped after a last line that says so. */
const maximumLogLines = 40;
const maximumLogText = 240;

interface Open {
  request: PendingRequest;
  resolve: (value: unknown) => void;
  reject: (reason: Error) => void;
}

function reviveError(error: ReplyError): Error {
  const revived = new Error(error.message);
  revived.name = error.name;
  return Object.assign(revived, error.fields);
}

/** The pending calls of this process, their numbers, its log and the number of calls so far. */
export class Calls {
  #open: Open[] = [];
  #next = 0;
  #sinceDelivery = 0;
  #linesSinceDelivery = 0;
  readonly log: LogLine[] = [];
  /** Line of the latest call that the handler made. */
  latestLine: number | null = null;

  constructor(private readonly refusals: Refusals) {}

  startDelivery(): void {
    this.#sinceDelivery = 0;
    this.#linesSinceDelivery = 0;
  }

  get pending(): PendingRequest[] {
    return this.#open.map((open) => open.request);
  }

  /** Makes a request pending. `line` is given where the caller knows it better than the stack does. */
  call<Reply>(
    port: RequestPort,
    args: object,
    options: { line?: number | null; implicit?: boolean } = {},
  ): Promise<Reply> {
    const line = options.line !== undefined ? options.line : handlerLine(new Error().stack);
    this.#sinceDelivery += 1;
    if (this.#sinceDelivery > maximumCalls) this.refusals.refuse("too-many-requests", String(maximumCalls), line);
    if (line !== null) this.latestLine = line;
    const request = {
      id: this.#next++,
      port,
      args: this.copy(port, args, line),
      line,
      implicit: options.implicit ?? false,
    };
    const reply = new Promise<unknown>((resolve, reject) => {
      this.#open.push({ request, resolve, reject });
    });
    // A call that nobody awaits may fail without anybody hearing of it; the host must not end over that.
    reply.catch(() => undefined);
    return reply as Promise<Reply>;
  }

  /** The arguments as they are now: a later change by the handler does not reach the receiver. */
  copy(port: string, args: object, line: number | null): PendingRequest["args"] {
    let text: string;
    try {
      text = JSON.stringify(args);
    } catch {
      this.refusals.refuse("bad-argument", port, line);
    }
    return JSON.parse(text) as PendingRequest["args"];
  }

  answer(entry: Exclude<HistoryEntry, { message: unknown }>): void {
    const index = this.#open.findIndex((open) => open.request.id === entry.reply);
    const [open] = index < 0 ? [] : this.#open.splice(index, 1);
    if (!open) throw new Error(`no request ${entry.reply} is pending`);
    if ("error" in entry) open.reject(reviveError(entry.error));
    else open.resolve(entry.value);
  }

  writeLog(parts: readonly unknown[]): void {
    this.#linesSinceDelivery += 1;
    if (this.#linesSinceDelivery > maximumLogLines) return;
    const line = handlerLine(new Error().stack);
    const text = this.#linesSinceDelivery === maximumLogLines ? "…" : parts.map(logText).join(" ");
    this.log.push({ text: text.slice(0, maximumLogText), line });
  }
}

function logText(part: unknown): string {
  if (typeof part === "string") return part;
  if (part instanceof Error) return `${part.name}: ${part.message}`;
  try {
    return JSON.stringify(part as Plain) ?? String(part);
  } catch {
    return String(part);
  }
}
