import { recordedTraffic } from "./claims/traffic";
import type { ShownTraffic } from "./compiled";
import type { ContentFiles } from "./files";
import type { ReadScenario } from "./scenarios";

/** What pages show of the traffic of a scenario; null when it has none, or none is recorded, which is told elsewhere. */
export function shownTraffic(read: ReadScenario, files: ContentFiles): ShownTraffic | null {
  const { slug, traffic: plan, handlers } = read.scenario;
  const recorded = plan && recordedTraffic(read, files);
  if (!recorded) return null;
  return {
    scenario: slug,
    window: plan.window,
    causes: plan.causes.flatMap(({ name, title, handler }) => {
      const result = recorded.results.find(({ cause }) => cause === name);
      const declared = handlers.find((candidate) => candidate.name === handler);
      return result && declared ? [{ name, title, handler: declared.title, result }] : [];
    }),
  };
}
