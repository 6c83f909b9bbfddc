import { openHandlers } from "@/components/lab/open-handlers";
import type { LabScenario } from "@/lib/content/compiled";
import type { CourseStanding } from "@/lib/progress/contract";
import type { Words } from "@/lib/simulator/plain";
import type { ScenarioKind } from "@/lib/simulator/scenario/scenario";

/** A scenario as the list shows it. */
export interface LabEntry {
  slug: string;
  title: Words;
  kind: ScenarioKind;
  parts: readonly string[];
  handlers: readonly Words[];
  /** Handlers that are not open to this reader yet. */
  closed: number;
}

export function entriesOf(scenarios: readonly LabScenario[], standing: CourseStanding | null): LabEntry[] {
  return scenarios.map((lab) => {
    const { handlers, closed } = openHandlers(lab, standing);
    const { slug, title, kind, parts } = lab.scenario;
    return { slug, title, kind, parts, handlers: handlers.map((handler) => handler.title), closed };
  });
}

/** Entries of a kind that hold every word of a text, in either language. */
export function matching(entries: readonly LabEntry[], { kind, text }: { kind: ScenarioKind | null; text: string }): LabEntry[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const words = [entry.title, ...entry.handlers].flatMap(({ ru, en }) => [ru, en]);
    const all = [entry.slug, ...entry.parts, ...words].join(" ").toLowerCase();
    return (kind === null || entry.kind === kind) && wanted.every((word) => all.includes(word));
  });
}
