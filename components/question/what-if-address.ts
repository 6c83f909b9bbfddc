import { addressOf } from "@/components/lab/bounds-in-address";
import { runFragment } from "@/components/simulator/run-fragment";
import type { ChangedCircumstances } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";
import { formatRunLink } from "@/lib/simulator/run/permalink";

/** Where the lab shows a change: its handler within its bounds, in the scenario that has it, at its run where there is one. */
export function whatIfAddress({ scenario, handler, bounds, frames }: ChangedCircumstances, locale: Locale): string {
  const run = frames && formatRunLink({ ...frames, choices: frames.frames.map(({ choice }) => choice), schedule: null });
  return `/${locale}/lab/${scenario.slug}${addressOf(scenario, handler, bounds)}${run ? runFragment("run", run) : ""}`;
}
