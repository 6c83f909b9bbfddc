import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readScenarioFolder } from "@/lib/content/engine";
import type { Scenario } from "@/lib/simulator/scenario/scenario";

/** Something that was asked for is not possible. The message is for the person at the terminal. */
export class UsageError extends Error {}

/**
 * Reads the scenario that a command names, by its slug or by the path of its file.
 * @throws UsageError when there is no such file, or with every problem of it, one a line
 */
export function readScenarioArgument(asked: string): { scenario: Scenario; handlers: Record<string, string> } {
  const file = /[/\\]|\.ya?ml$/.test(asked) ? asked : `content/scenarios/${asked}/scenario.yaml`;
  if (!existsSync(file))
    throw new UsageError(
      `There is no scenario file ${file}. Give the slug of a folder in content/scenarios, or a path to a scenario.yaml.`,
    );
  const { loaded, handlers } = readScenarioFolder(resolve(file), file);
  if ("scenario" in loaded) return { scenario: loaded.scenario, handlers };
  const problems = loaded.problems.map(({ file: where, line, column, what, fix }) => `${where}:${line}:${column} ${what}; fix: ${fix}`);
  throw new UsageError(problems.join("\n"));
}
