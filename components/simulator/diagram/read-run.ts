import { partitionsOf } from "@/components/simulator/diagram/read-partitions";
import { keptOf, storedKeysOf } from "@/components/simulator/diagram/read-parts";
import type { Diagram, Ghost, Life, Span, Step, Transaction } from "@/components/simulator/diagram/diagram";
import {
  callOf,
  endsDelivery,
  isCrash,
  isHandOver,
  isLeaseEnd,
  keyStoreLane,
  messageOf,
  noticedDeath,
  reservationOf,
  stepOf,
  transactionOf,
} from "@/components/simulator/diagram/read-step";
import type { Frame, Frames } from "@/lib/simulator/run/frame";
import type { EffectDeclaration } from "@/lib/simulator/scenario/scenario";

/** Most calls of a dead process that are drawn: what matters is the first that never came. */
const mostGhosts = 3;

/**
 * The marks of a run. Pure: the same frames always give the same marks.
 * @param undisturbed the delivery that the first crash of the run cut short, where it is known: then all its calls that
 * never came are ghosts, in columns of their own between the crash and what follows it
 */
export function diagramOf(frames: Frames, effects: readonly EffectDeclaration[], undisturbed: Frames | null = null): Diagram {
  const end = frames.frames.length + 1;
  const ghosts = undisturbed ? owedCalls(frames, undisturbed) : frames.participants.filter(({ kind }) => kind === "process").flatMap(({ id }) => ghostsOf(frames, id));
  return {
    lanes: frames.participants,
    steps: frames.frames.map((_, index): Step => stepOf(frames, index, effects)),
    lives: frames.participants.filter(({ kind }) => kind === "process").flatMap(({ id }) => livesOf(frames, id, ghosts)),
    leases: leasesOf(frames),
    transactions: transactionsOf(frames),
    reservations: reservationsOf(frames),
    topics: Object.keys(frames.topics ?? {}),
    partitions: partitionsOf(frames),
    stored: storedKeysOf(frames),
    kept: keptOf(frames),
    ghosts,
    end,
  };
}

/** A consumer of the log is not busy where it waits for records, in its poll. */
function isBusy({ frames, partitions }: Frames, index: number, process: string): boolean {
  const lines = frames[index]?.lines[process] ?? [];
  if (!partitions) return lines.length > 0;
  const polls = frames.filter((frame) => callOf(frame) === "poll").map(({ line }) => line);
  return lines.some((line) => !polls.includes(line));
}

function livesOf(frames: Frames, process: string, ghosts: readonly Ghost[]): Life[] {
  const crashes = frames.frames.flatMap((frame, index) => (isCrash(frame) && frame.actor === process ? [index + 1] : []));
  return [0, ...crashes].map((start, number) => {
    const to = crashes[number] ?? frames.frames.length + 1;
    const from = start === 0 ? 0 : restartAfter(frames, process, start, to, ghosts);
    return { process, incarnation: number + 1, from, to, crashed: number < crashes.length, busy: busyOf(frames, process, start, to) };
  });
}

/** The next incarnation is there at once; it is drawn after the calls that the dead one owes, and before its own. */
function restartAfter({ frames }: Frames, process: string, crash: number, end: number, ghosts: readonly Ghost[]): number {
  const own = frames.findIndex((frame, index) => index >= crash && frame.actor === process) + 1;
  const owed = ghosts.filter((ghost) => ghost.process === process && ghost.at > crash && ghost.at < end);
  const last = owed.at(-1)?.at ?? crash;
  const after = last + (Math.floor(last) + 1 - last) / 2;
  return Math.min(after, own > 0 ? own - 0.5 : after, end);
}

function busyOf(frames: Frames, process: string, from: number, to: number): Life["busy"] {
  const spans: { from: number; to: number }[] = [];
  for (let at = from + 1; at < to; at++) {
    const before = at > from + 1 && isBusy(frames, at - 2, process);
    if (isBusy(frames, at - 1, process) && !before) spans.push({ from: at, to });
    const open = spans.at(-1);
    if (before && !isBusy(frames, at - 1, process) && open) open.to = at;
  }
  return spans;
}

function leasesOf(frames: Frames): Span[] {
  const spans: Span[] = [];
  const deliveries = new Map<string, number>();
  for (const [index, frame] of frames.frames.entries()) {
    const at = index + 1;
    if (isHandOver(frames, frame)) {
      const message = messageOf(frame);
      const number = (deliveries.get(message) ?? 0) + 1;
      deliveries.set(message, number);
      const to = frames.frames.length + 1;
      spans.push({ lane: "queue", process: frame.actor, from: at, to, end: "open", delivery: { message, number } });
    }
    const held = spans.findLast(({ end, delivery, process }) =>
      end !== "open" ? false : isLeaseEnd(frame) ? delivery?.message === messageOf(frame) : process === frame.actor,
    );
    if (held && isLeaseEnd(frame)) Object.assign(held, { to: at, end: "expired" });
    // A crash ends the delivery at once where the broker notices that the channel is closed.
    else if (held && (endsDelivery(frame) || (isCrash(frame) && frame.cells["queue"]))) Object.assign(held, { to: at, end: "given-up" });
  }
  return spans;
}

function transactionsOf(frames: Frames): Transaction[] {
  const all: Transaction[] = [];
  const open = new Map<string, Transaction>();
  const incarnations = new Map<string, number>();
  const finish = (life: string, at: number, end: Transaction["end"]) => {
    const transaction = open.get(life);
    if (transaction) Object.assign(transaction, { to: at, end });
    open.delete(life);
  };
  for (const [index, frame] of frames.frames.entries()) {
    const at = index + 1;
    const life = `${frame.actor}${incarnations.get(frame.actor) ?? 1}`;
    const dead = noticedDeath(frame);
    if (isCrash(frame)) incarnations.set(frame.actor, (incarnations.get(frame.actor) ?? 1) + 1);
    if (dead !== null) finish(dead, at, "rolled-back");
    const change = transactionOf(frame);
    // A second BEGIN is only a warning.
    if (change === "begins" && !open.has(life)) {
      const transaction: Transaction = { process: frame.actor, from: at, to: frames.frames.length + 1, end: "open", locksFrom: null };
      all.push(transaction);
      open.set(life, transaction);
    }
    const current = open.get(life);
    if (change === "writes" && current) current.locksFrom ??= at;
    if (change === "commits") finish(life, at, "committed");
    if (change === "rolls-back") finish(life, at, "rolled-back");
  }
  return all;
}

function reservationsOf(frames: Frames): Span[] {
  const spans: Span[] = [];
  for (const [index, frame] of frames.frames.entries()) {
    const at = index + 1;
    const change = reservationOf(frame);
    const held = spans.findLast(({ end, process }) => end === "open" && (change !== "gives-up" || process === frame.actor));
    if (held && change !== null) Object.assign(held, { to: at, end: change === "gives-up" ? "given-up" : "expired" });
    if (change === "takes") {
      const to = frames.frames.length + 1;
      spans.push({ lane: keyStoreLane, process: frame.actor, from: at, to, end: "open", delivery: null });
    }
  }
  return spans;
}

/**
 * What each dead incarnation would have called next: it waited at a known line, and another delivery of this run has
 * shown what stands there and what follows. Empty where no other delivery came that far.
 */
function ghostsOf(frames: Frames, process: string): Ghost[] {
  return frames.frames.flatMap((crash, index) => {
    if (!isCrash(crash) || crash.actor !== process) return [];
    const [line] = frames.frames[index - 1]?.lines[process] ?? [];
    const free = frames.frames.findIndex((frame, later) => later > index && frame.actor === process);
    const room = (free < 0 ? frames.frames.length : free) - index - 1;
    const calls = line === undefined ? [] : callsFrom(frames.frames, line, index, process);
    return calls.slice(0, Math.min(mostGhosts, room)).map((call, number) => ({ process, from: index + 1 + number, at: index + 2 + number, call }));
  });
}

/** Moment of one of several ghosts that stand between a crash and the step after it. */
export function momentOfGhost(crash: number, number: number, of: number): number {
  return crash + number / (of + 1);
}

/** The calls of an undisturbed delivery that the crash of this run cut off. */
function owedCalls(frames: Frames, undisturbed: Frames): Ghost[] {
  const crash = frames.frames.findIndex(isCrash) + 1;
  const process = frames.frames[crash - 1]?.actor;
  if (process === undefined) return [];
  const calls = undisturbed.frames.slice(crash - 1).map((frame) => callOf(frame) ?? "");
  return calls.map((call, index) => ({
    process,
    from: momentOfGhost(crash, index, calls.length),
    at: momentOfGhost(crash, index + 1, calls.length),
    call,
  }));
}

/** Calls that some other delivery made from a line on. */
function callsFrom(frames: readonly Frame[], line: number, crash: number, process: string): string[] {
  const start = frames.findIndex((frame, index) => frame.line === line && (frame.actor !== process || index > crash));
  const shown = frames[start];
  if (!shown) return [];
  const rest = frames.slice(start).filter(({ actor }) => actor === shown.actor);
  const stop = rest.findIndex((frame) => frame.line === null);
  return (stop < 0 ? rest : rest.slice(0, stop)).flatMap((frame) => callOf(frame) ?? []);
}
