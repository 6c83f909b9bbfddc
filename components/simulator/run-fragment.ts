import { parseRunLink, type RunLink } from "@/lib/simulator/run/permalink";

/** The fragment of a page's address that leads to a run in it. `anchor` is where the run stands. */
export function runFragment(anchor: string, link: string): string {
  return `#${anchor}&${link}`;
}

/** The run that a fragment names for this anchor, or null. */
export function linkIn(fragment: string, anchor: string): RunLink | null {
  const text = linkTextIn(fragment, anchor);
  return text === null ? null : parseRunLink(text);
}

/** True when a fragment goes on behind this anchor, but not with a run. */
export function isDamagedLink(fragment: string, anchor: string): boolean {
  const text = linkTextIn(fragment, anchor);
  return text !== null && parseRunLink(text) === null;
}

function linkTextIn(fragment: string, anchor: string): string | null {
  const prefix = `#${anchor}&`;
  // A handler that the learner wrote goes with its run; it is read elsewhere.
  const text = fragment.replace(/&code=[^&]*$/, "");
  return text.startsWith(prefix) ? text.slice(prefix.length) : null;
}
