import type { Frame } from "@/lib/simulator/run/frame";

/** What a counterexample shows of the learner's code, as lines of it. */
export type Break =
  /** A worker dies after a call; `next` is the call that it did not come to, null where none was to come. */
  | { by: "crash"; worker: string; line: number; next: number | null }
  /** Between two calls of a worker another one makes its own. */
  | { by: "other"; worker: string; line: number; next: number; other: string; lines: readonly number[] };

/** The first crash after a call, or else the first two calls of a worker between which another one acts; null for neither. */
export function whereItBreaks(frames: readonly Frame[]): Break | null {
  return crashIn(frames) ?? meetingIn(frames);
}

function crashIn(frames: readonly Frame[]): Break | null {
  for (const [index, { kind, choice, actor }] of frames.entries()) {
    if (kind !== "fault" || choice !== `${actor}-crash`) continue;
    const line = frames.slice(0, index).findLast((frame) => frame.actor === actor && frame.line !== null)?.line;
    if (typeof line !== "number") continue;
    return { by: "crash", worker: actor, line, next: frames[index - 1]?.lines[actor]?.[0] ?? null };
  }
  return null;
}

function meetingIn(frames: readonly Frame[]): Break | null {
  const calls = frames.flatMap(({ actor, line }) => (line === null ? [] : [{ actor, line }]));
  for (const [index, { actor, line }] of calls.entries()) {
    const ahead = calls.slice(index + 1);
    const own = ahead.findIndex((call) => call.actor === actor);
    const between = ahead.slice(0, Math.max(own, 0));
    const [first] = between;
    const next = ahead[own]?.line;
    if (!first || next === undefined) continue;
    const lines = between.filter((call) => call.actor === first.actor).map((call) => call.line);
    return { by: "other", worker: actor, line, next, other: first.actor, lines: [...new Set(lines)] };
  }
  return null;
}
