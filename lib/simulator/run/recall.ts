import type { Simulation } from "./simulation";

/**
 * What was computed before, by the objects that it was computed from. Equal questions get the same object as answer:
 * that saves the computing, and whoever compares by identity afterwards saves much more. Nothing here outlives the
 * simulation.
 */
type Answers = WeakMap<object, Map<object, Map<string, unknown>>>;

const answersOf = new WeakMap<Simulation, Answers>();

/**
 * The answer for this state and this question. `compute` must depend on nothing else and change nothing; callers tell
 * questions of different kinds apart by their text. `cause` is a further object that the answer depends on.
 */
export function recall<Answer extends object>(
  simulation: Simulation,
  state: object,
  question: string,
  compute: () => Answer,
  cause: object = state,
): Answer {
  let answers = answersOf.get(simulation);
  if (!answers) answersOf.set(simulation, (answers = new WeakMap()));
  let byCause = answers.get(state);
  if (!byCause) answers.set(state, (byCause = new Map()));
  let byQuestion = byCause.get(cause);
  if (!byQuestion) byCause.set(cause, (byQuestion = new Map()));
  let answer = byQuestion.get(question) as Answer | undefined;
  if (answer === undefined) byQuestion.set(question, (answer = compute()));
  return answer;
}
