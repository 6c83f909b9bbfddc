import type { Clock, Random } from "../environment";
import { IdempotencyStoreUnavailableError, messageOf } from "../errors";
import type { Store } from "../store";
import type { ConformanceAbilities } from "./abilities";
import { allCases } from "./cases/all";
import { CaseContext, Inconclusive } from "./context";

export interface ConformanceCase {
  /** Stable: reports, docs and the names of broken stores refer to it. */
  id: string;
  /** The fact that holds. */
  title: string;
  needs?: (keyof ConformanceAbilities)[];
  /** Only for stores with this capability. */
  only?: "push" | "sweep" | "store-clock";
  /** Disturbs the whole store, so it runs alone. */
  alone?: boolean;
  run(context: CaseContext): Promise<void>;
}

/** Opens the store as one process would. Stores opened in one run must share their data. */
export type MakeStore = (process: {
  /** This process's clock; it may be wrong. A good store uses it for nothing but pauses. */
  clock: Clock;
}) => Promise<Store> | Store;

export interface ConformanceOptions {
  clock: Clock;
  random: Random;
  /** Moves `clock` on, where it is virtual. Left out, the suite waits in real time. */
  advance?: (ms: number) => Promise<void>;
  /** Long compared with a store call; the shortest lease is a few of them. 200 in real time, 1000 in virtual time. */
  unitMs?: number;
  abilities?: ConformanceAbilities;
  /** Cases to run: ids, or letters of sections. All when left out. */
  only?: string[];
  /** How many cases run at a time where time is real. */
  parallel?: number;
}

export type CaseResult = { id: string; title: string } & (
  | { status: "passed" }
  | { status: "failed"; reason: string }
  | { status: "skipped"; reason: string }
);

export interface ConformanceReport {
  results: CaseResult[];
  passed: number;
  failed: number;
  skipped: number;
}

/** A case that was too slow to mean anything is run again, with longer times, this often. */
const tries = 4;

/**
 * Checks a store against the contract. Needs no test runner: the report says what held, what did not and what could not
 * be tried. Leaves its records behind; their ids start with a random scope.
 */
export async function runConformance(makeStore: MakeStore, options: ConformanceOptions): Promise<ConformanceReport> {
  const { clock, random, abilities = {}, advance = null, only } = options;
  const unitMs = options.unitMs ?? (advance === null ? 200 : 1000);
  const run = `conformance-${random.token().slice(0, 12)}`;
  const open = async (skewMs: number) => makeStore({ clock: skewMs === 0 ? clock : skewedBy(clock, skewMs) });
  const store = await open(0);
  const chosen = allCases.filter(({ id }) => only === undefined || only.some((name) => name === id || name === id[0]));

  async function runCase(definition: ConformanceCase): Promise<CaseResult> {
    const { id, title } = definition;
    const reason = whySkip(definition, store, abilities);
    if (reason !== null) return { id, title, status: "skipped", reason };
    for (let attempt = 1; ; attempt++) {
      const caseId = `${id}.${attempt}`;
      const times = { clock, advance, unitMs: unitMs * 2 ** (attempt - 1), lastTry: attempt === tries };
      try {
        await definition.run(new CaseContext({ caseId, run, store, open, random, abilities, ...times }));
        return { id, title, status: "passed" };
      } catch (error) {
        if (!isInconclusive(error) || attempt === tries) {
          return { id, title, status: "failed", reason: messageOf(error) };
        }
      }
    }
  }

  const together = chosen.filter(({ alone }) => !alone);
  const parallel = advance === null ? (options.parallel ?? 16) : 1;
  const results = await inParallel(together, parallel, runCase);
  for (const definition of chosen.filter(({ alone }) => alone)) results.push(await runCase(definition));
  results.sort((left, right) => orderOf(left.id) - orderOf(right.id));
  const count = (status: CaseResult["status"]) => results.filter((result) => result.status === status).length;
  return { results, passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

/** The report as text, one case a line. */
export function formatReport(report: ConformanceReport): string {
  const lines = report.results.map((result) => {
    const reason = result.status === "passed" ? "" : `\n      ${result.reason}`;
    return `${result.status.padEnd(7)} ${result.id.padEnd(3)} ${result.title}${reason}`;
  });
  return [...lines, `${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped`].join("\n");
}

/** A store call that outlasted its timeout or its lease says something about the machine, not about the store. */
function isInconclusive(error: unknown): boolean {
  return error instanceof Inconclusive || error instanceof IdempotencyStoreUnavailableError;
}

function whySkip({ needs = [], only }: ConformanceCase, store: Store, abilities: ConformanceAbilities): string | null {
  const missing = needs.filter((name) => abilities[name] === undefined);
  if (missing.length > 0) return `the options give no ${missing.join(", ")}`;
  if (only === "push" && !store.capabilities.push) return "the store does not push";
  if (only === "sweep" && store.sweep === undefined) return "the store expires records by itself";
  if (only === "store-clock" && store.capabilities.clock !== "store") return "the store says that it trusts clients' clocks";
  return null;
}

function orderOf(id: string): number {
  return allCases.findIndex((definition) => definition.id === id);
}

async function inParallel<A, B>(items: A[], width: number, work: (item: A) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

function skewedBy(clock: Clock, skewMs: number): Clock {
  return { now: () => clock.now() + skewMs, sleep: (ms, cancel) => clock.sleep(ms, cancel) };
}
