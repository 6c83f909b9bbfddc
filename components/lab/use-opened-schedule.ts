import { useState } from "react";
import { fill } from "@/components/ui/fill";
import type { LabWords } from "@/components/lab/lab-words";
import type { Exploration, OpenedSchedule, Search, Task } from "@/components/lab/use-exploration";
import { outcomeLabel } from "@/components/schedules/map-labels";
import { runFragment } from "@/components/simulator/run-fragment";
import { replaceFragment } from "@/components/simulator/use-run-link";
import { inGroups } from "@/components/ui/in-groups";
import type { Locale } from "@/lib/locale";
import type { AskedCell } from "@/lib/simulator/explore/cell-graph";
import { formatRunLink } from "@/lib/simulator/run/permalink";
import type { EffectDeclaration } from "@/lib/simulator/scenario/scenario";

/** A schedule of the map or by its number, as the diagram shows it. */
export interface ShownSchedule extends OpenedSchedule {
  handler: string;
  /** Null for one that was opened by its number. */
  cell: AskedCell | null;
}

export interface Opened {
  schedule: ShownSchedule | null;
  /** The fragment of an address that leads to it; empty for none. */
  fragment: string;
  cell: (task: Task, cell: AskedCell) => void;
  number: (task: Task, number: bigint) => void;
  forget: () => void;
  /** The sentence about what was opened last, or why it was not. */
  say: (search: Search, effects: readonly EffectDeclaration[], words: LabWords, locale: Locale) => string;
}

interface OpenedOptions {
  exploration: Exploration;
  /** Id of the element with the diagram. */
  place: string;
  /** The address of a handler without a run. */
  address: (handler: string) => string;
  /** What a fragment must carry besides the run. */
  suffix: (handler: string) => string;
}

/** Opens schedules in the diagram and writes them into the address: what is shown can be sent to somebody. */
export function useOpenedSchedule({ exploration, place, address, suffix }: OpenedOptions): Opened {
  const [schedule, setSchedule] = useState<ShownSchedule | null>(null);
  const [missing, setMissing] = useState<bigint | "failed" | null>(null);

  function show(handler: string, opened: OpenedSchedule, cell: AskedCell | null) {
    replaceFragment(address(handler) + fragmentOf(opened) + suffix(handler));
    setSchedule({ ...opened, handler, cell });
    setMissing(null);
    bringIntoView(place);
  }

  return {
    schedule,
    fragment: schedule ? fragmentOf(schedule) : "",
    cell: (task, cell) => void exploration.openCell(task, cell).then((opened) => (opened ? show(task.handler, opened, cell) : setMissing("failed"))),
    number: (task, number) => void exploration.openNumber(task, number).then((opened) => (opened ? show(task.handler, opened, null) : setMissing(number))),
    forget: () => {
      setSchedule(null);
      setMissing(null);
    },
    say(search, effects, words, locale) {
      const total = search.state === "done" && search.result.schedules !== null ? inGroups(BigInt(search.result.schedules), locale) : "∞";
      if (missing === "failed") return words.map.failed;
      if (missing !== null) return fill(words.map.notFound, { number: inGroups(missing, locale), total });
      if (!schedule) return "";
      const { frames, number } = schedule;
      const most = Math.max(0, ...Object.values(frames.outcome.effects).flatMap((counts) => Object.values(counts)));
      const outcome = outcomeLabel({ verdict: frames.verdict ?? "ok", most }, effects, words.map, locale);
      if (number === null) return fill(words.map.openedOne, { outcome });
      return fill(words.map.opened, { number: inGroups(BigInt(number), locale), total, outcome });
    },
  };
}

function fragmentOf({ frames, number }: OpenedSchedule): string {
  const choices = frames.frames.map(({ choice }) => choice);
  return runFragment("run", formatRunLink({ ...frames, choices, schedule: number }));
}

/** Who has opened a schedule wants to see it: the page goes there, unless it is in sight. */
function bringIntoView(place: string) {
  const element = document.getElementById(place);
  if (!element) return;
  const { top } = element.getBoundingClientRect();
  if (top < 0 || top > window.innerHeight / 2) element.scrollIntoView();
}
