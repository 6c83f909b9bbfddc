import { emptyKeyState, reduceKeyState, type KeyOperation, type KeyReply, type KeyState } from "../stores/memory/reducer";

/** One call as the caller saw it. `invokedAt` and `repliedAt` count events of the whole history. */
export interface ObservedCall {
  operation: Extract<KeyOperation, { kind: "reserve" | "complete" | "renew" | "release" }>;
  reply: KeyReply;
  invokedAt: number;
  repliedAt: number;
}

/**
 * Fences of the model and of the store differ in value, not in order: a store may count in microseconds. This pairs
 * them as they appear, and notices when one fence plays two parts or fences go back.
 */
export class FencePairs {
  constructor(readonly pairs: readonly (readonly [model: number, store: number])[] = []) {}

  toModel(store: number): number {
    return this.pairs.find(([, known]) => known === store)?.[0] ?? 0;
  }

  /** @returns null when the pair contradicts what is known */
  with(model: number, store: number): FencePairs | null {
    for (const [knownModel, knownStore] of this.pairs) {
      if (knownModel === model && knownStore === store) return this;
      if (Math.sign(knownModel - model) !== Math.sign(knownStore - store)) return null;
    }
    return new FencePairs([...this.pairs, [model, store]]);
  }
}

/**
 * Applies `operation`, given with the store's fences, to the model.
 * @returns null when `reply` is not what the model answers; times are not compared
 */
export function explain(
  state: KeyState,
  fences: FencePairs,
  operation: ObservedCall["operation"],
  reply: KeyReply,
  now: number,
): { state: KeyState; fences: FencePairs } | null {
  const step = reduceKeyState(state, translated(operation, fences), now);
  const [expected, actual] = [step.reply, reply];
  if (typeof expected === "string" || typeof actual === "string" || expected === null || actual === null) {
    return expected === actual ? { state: step.state, fences } : null;
  }
  if (!("kind" in expected) || !("kind" in actual) || comparable(expected) !== comparable(actual)) return null;
  if (!("fence" in expected) || !("fence" in actual)) return { state: step.state, fences };
  const paired = fences.with(expected.fence, actual.fence);
  return paired && { state: step.state, fences: paired };
}

/** True when some order of the calls, that respects which ended before which began, explains all replies. */
export function isLinearizable(history: readonly ObservedCall[]): boolean {
  const deadEnds = new Set<string>();

  function search(remaining: readonly ObservedCall[], state: KeyState, fences: FencePairs): boolean {
    if (remaining.length === 0) return true;
    const position = JSON.stringify([remaining.map(({ invokedAt }) => invokedAt), state, fences.pairs]);
    if (deadEnds.has(position)) return false;
    const earliestReply = Math.min(...remaining.map(({ repliedAt }) => repliedAt));
    const found = remaining.some((call) => {
      if (call.invokedAt > earliestReply) return false;
      const next = explain(state, fences, call.operation, call.reply, 0);
      return next !== null && search(remaining.filter((other) => other !== call), next.state, next.fences);
    });
    if (!found) deadEnds.add(position);
    return found;
  }

  return search(history, emptyKeyState, new FencePairs());
}

function translated(operation: ObservedCall["operation"], fences: FencePairs): ObservedCall["operation"] {
  switch (operation.kind) {
    case "reserve":
      return operation;
    case "complete":
      return { kind: "complete", request: { ...operation.request, fence: fences.toModel(operation.request.fence) } };
    case "renew":
      return { kind: "renew", request: { ...operation.request, fence: fences.toModel(operation.request.fence) } };
    case "release":
      return { kind: "release", request: { ...operation.request, fence: fences.toModel(operation.request.fence) } };
  }
}

function comparable(reply: Extract<KeyReply, { kind: string }>): string {
  switch (reply.kind) {
    case "reserved":
      return JSON.stringify([reply.kind, reply.takeover, reply.attempt]);
    case "in-flight":
      return reply.kind;
    case "completed":
      return JSON.stringify([reply.kind, reply.result]);
    case "fingerprint-mismatch":
      return JSON.stringify([reply.kind, reply.pending]);
  }
}
