import { canonical } from "../plain";
import type { Program } from "./executor";
import type { HistoryEntry, Identity, Snapshot } from "./history";

/** Texts of entries and of whole histories, which are many and share their entries. */
const texts = new WeakMap<object, string>();

function entryText(entry: HistoryEntry): string {
  let text = texts.get(entry);
  if (text === undefined) texts.set(entry, (text = canonical(entry)));
  return text;
}

/** Equal for equal histories. */
export function historyText(history: readonly HistoryEntry[]): string {
  let text = texts.get(history);
  if (text === undefined) texts.set(history, (text = history.map(entryText).join()));
  return text;
}

/**
 * A handler unfolded lazily: history → what the process does after it. Each new history runs the handler twice and
 * compares; after that it is a look-up.
 */
export class ProcessTree {
  readonly #nodes = new Map<string, Snapshot>();
  /** Once a run has read the clock or a random value, equal histories of different processes are no longer equal. */
  #identityMatters = false;
  /** How often handler code was executed. */
  runs = 0;

  constructor(readonly program: Program) {}

  get identityMatters(): boolean {
    return this.#identityMatters;
  }

  node(identity: Identity, history: readonly HistoryEntry[]): Snapshot {
    const { ordinal, incarnation, readsBefore } = identity;
    const prefix = this.#identityMatters ? `${ordinal},${incarnation},${readsBefore},` : "";
    const key = prefix + historyText(history);
    const known = this.#nodes.get(key);
    if (known) return known;
    const snapshot = this.#run(identity, history);
    if (snapshot.reads > identity.readsBefore && !this.#identityMatters) {
      this.#identityMatters = true;
      return this.node(identity, history);
    }
    this.#nodes.set(key, snapshot);
    return snapshot;
  }

  #run(identity: Identity, history: readonly HistoryEntry[]): Snapshot {
    const first = this.program.replay(identity, history);
    const second = this.program.replay(identity, history);
    this.runs += 2;
    if (JSON.stringify(first) === JSON.stringify(second)) return first;
    return {
      ...first,
      status: "refused",
      pending: [],
      refusal: { code: "nondeterministic", line: firstDifference(first, second), column: null, detail: "" },
    };
  }
}

/** Line of the first call that differs between two runs of the same history. */
function firstDifference(first: Snapshot, second: Snapshot): number | null {
  const calls = first.pending.find(
    (request, index) => JSON.stringify(request) !== JSON.stringify(second.pending[index]),
  );
  return calls?.line ?? second.pending[first.pending.length]?.line ?? first.thrown?.line ?? second.thrown?.line ?? null;
}
