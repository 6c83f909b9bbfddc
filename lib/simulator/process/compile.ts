import { transform } from "sucrase";
import { fingerprint } from "../plain";
import type { Refusal } from "./history";
import { mayKeepState } from "./module-state";

/** A handler file made ready for any executor. */
export interface CompiledHandler {
  /** An expression: a function of (exports, require). Its lines are the lines of the source. */
  code: string;
  /** False when the module certainly holds nothing between two messages; the history of a process may then be cut. */
  keepsState: boolean;
  /** True when the handler may read how often a message was received. */
  readsReceiveCount: boolean;
  /** Names this source: equal text, equal version. */
  version: string;
}

/** Stands before the first line of the module, on the same line. */
const prefix = '(function (exports, require) {"use strict";';

/** Takes the types out of a handler file. Lines are kept, columns are not. */
export function compileHandler(source: string): { compiled: CompiledHandler } | { refusal: Refusal } {
  try {
    const script = transform(source, {
      transforms: ["typescript", "imports"],
      disableESTransforms: true,
      production: true,
    }).code;
    const module = transform(source, { transforms: ["typescript"], disableESTransforms: true, production: true }).code;
    return {
      compiled: {
        code: `${prefix}${script}\n})`,
        keepsState: mayKeepState(module),
        // Sound, though it only looks at the text: the realm refuses to read them under another name.
        readsReceiveCount: /receiveCount|redelivered/.test(module),
        version: fingerprint(source),
      },
    };
  } catch (error) {
    return { refusal: syntaxRefusal(error, source) };
  }
}

function syntaxRefusal(error: unknown, source: string): Refusal {
  if (error instanceof RangeError) return { code: "too-deep", line: deepestLine(source), column: null, detail: "" };
  const { loc, message } = error as { loc?: { line: number; column: number }; message: string };
  const detail = message.replace(/^Error transforming [^:]*: /, "").replace(/ \(\d+:\d+\)$/, "");
  return { code: "syntax", line: loc?.line ?? null, column: loc?.column ?? null, detail };
}

/** The first line at which the most brackets are open. Those in texts count, too: it only has to be near. */
export function deepestLine(source: string): number {
  let [line, depth, deepest, found] = [1, 0, 0, 1];
  for (const character of source) {
    if (character === "\n") line++;
    if ("([{".includes(character)) depth++;
    if (")]}".includes(character)) depth--;
    if (depth > deepest) [deepest, found] = [depth, line];
  }
  return found;
}
