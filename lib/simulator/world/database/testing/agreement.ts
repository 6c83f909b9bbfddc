import { canonical } from "../../../plain";
import type { SqlParser } from "../parse-tree";
import { shownStep, type History, type HistoryStep, type Observation } from "./history";
import type { PostgresSessions } from "./postgres-sessions";
import { contents, coursesAfter, observed, simulatedSessions } from "./world-sessions";

/** What histories have met, by name: waits, codes of errors, kinds of statements. */
export type Tally = Map<string, number>;

function count(tally: Tally, { replies, waiting }: Observation): void {
  const names = Object.values(replies).map((reply) => ("code" in reply ? reply.code : reply.command));
  for (const name of [...names, ...Object.keys(waiting).map(() => "waits")]) tally.set(name, (tally.get(name) ?? 0) + 1);
}

/**
 * Plays a history on both sides, then lets every session commit, until nothing waits and nothing is open.
 * @throws Error with the history and the first step in which PostgreSQL does what the world does not allow
 */
export async function agree(
  history: History,
  postgres: PostgresSessions,
  parse: SqlParser,
  tally: Tally = new Map(),
): Promise<void> {
  const simulated = simulatedSessions(`${history.create}; ${history.rows}`, parse);
  const log: string[] = [];
  let courses = [simulated.initial];
  const play = async (step: HistoryStep) => {
    if (!("killed" in step) && postgres.isWaiting(step.session)) return;
    log.push(shownStep(step));
    const real = await postgres.observe(step);
    count(tally, real);
    const possible = courses.flatMap((course) => coursesAfter(simulated, course, step));
    courses = possible.filter((course) => isAsObserved(observed(course), real));
    if (courses.length === 0) throw disagreement(history, log, possible.map(observed), real);
  };
  await postgres.begin(history);
  try {
    for (const step of history.steps) await play(step);
    for (let round = 0; round < 3; round++) {
      for (const session of [0, 1, 2] as const) {
        const isOpen = courses.some(({ state }) => Object.hasOwn(state.transactions, String(session)));
        if (isOpen) await play({ session, sql: "COMMIT", params: [] });
      }
    }
    const real = await postgres.contents(Object.keys(simulated.tables));
    if (!courses.some((course) => canonical(contents(course.state)) === canonical(real)))
      throw disagreement(history, [...log, "the tables at the end"], courses.map((course) => contents(course.state)), real);
  } finally {
    await postgres.reset();
  }
}

/** Replies agree to the letter; whom a statement waits for must be among those that PostgreSQL names. */
function isAsObserved(simulated: Observation, real: Observation): boolean {
  if (canonical(simulated.replies) !== canonical(real.replies)) return false;
  const waiting = Object.entries(real.waiting);
  return (
    waiting.length === Object.keys(simulated.waiting).length &&
    waiting.every(([session, blockers]) => blockers.some((blocker) => simulated.waiting[session]?.includes(blocker)))
  );
}

function disagreement(history: History, log: readonly string[], simulated: readonly unknown[], real: unknown): Error {
  const lines = [history.create, history.rows, ...log, "PostgreSQL:", canonical(real), "the world:", ...simulated.map(canonical)];
  return new Error(lines.join("\n"));
}

