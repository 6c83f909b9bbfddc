import type { Refusal, RefusalCode } from "../history";

/** The file name under which handlers run; stack traces are searched for it. */
export const handlerFile = "handler.ts";

/** Line of the innermost frame that belongs to the handler; null when the handler is not on the stack. */
export function handlerLine(stack: string | undefined): number | null {
  const frame = /handler\.ts:(\d+)/.exec(stack ?? "");
  return frame ? Number(frame[1]) : null;
}

/**
 * Remembers the first thing that this realm refused. A refusal is also thrown, but catching it changes nothing: the
 * run ends with it whatever the handler does next.
 */
export class Refusals {
  first: Refusal | null = null;

  refuse(code: RefusalCode, detail: string, line = handlerLine(new Error().stack)): never {
    this.first ??= { code, line, column: null, detail };
    throw new Error(`${code}: ${detail}`);
  }
}
