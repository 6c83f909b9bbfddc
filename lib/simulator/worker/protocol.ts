import type { Words } from "../plain";
import type { Frames } from "../run/frame";
import type { OfferedChoice } from "../run/run";
import type { HandlerChoice } from "../run/simulation";
import type { Bounds, Scenario } from "../scenario/scenario";

/** What a page and the engine in its Web Worker say to each other. All of it is plain data. */

/** Everything that a run needs: the same setup and choices always give the same run. */
export interface EngineSetup {
  scenario: Scenario;
  bounds: Bounds;
  /** By role. */
  handlers: Readonly<Record<string, HandlerChoice>>;
  /** What a learner adds to the tables, see `SimulationOptions`. */
  migration?: string;
}

export type ToEngine = { id: number } & (
  | { ask: "open"; setup: EngineSetup; /** Choices to make at once. */ choices: readonly string[] }
  | { ask: "step"; choice: string }
  | { ask: "back" }
  | { ask: "reset" }
);

/** The run as it is now, and what it can do next. */
export interface RunView {
  frames: Frames;
  offers: {
    enabled: readonly OfferedChoice[];
    blocked: readonly { name: string; process: string; words: Words }[];
    refusal: Words | null;
  };
}

export type FromEngine =
  /** The engine is being loaded; PostgreSQL's grammar only for SQL that was not read in advance. */
  | { tell: "loading"; what: "engine" | "grammar" }
  | { tell: "run"; id: number; view: RunView }
  /** The handler cannot run here: it is no TypeScript. */
  | { tell: "refused"; id: number; words: Words }
  /** Something that should not happen; `message` is for developers. */
  | { tell: "failed"; id: number; message: string };

/** Longest handler that is taken, in characters, and most choices at once. */
const longestSource = 50_000;
/** Longest migration that is taken, in characters. */
export const longestMigration = 5_000;
const mostChoices = 1000;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isHandlerChoice(value: unknown): value is HandlerChoice {
  return (
    isRecord(value) &&
    typeof value["name"] === "string" &&
    typeof value["shipped"] === "boolean" &&
    typeof value["source"] === "string" &&
    value["source"].length <= longestSource
  );
}

export function isSetup(value: unknown): value is EngineSetup {
  if (!isRecord(value) || !isRecord(value["scenario"]) || !isRecord(value["bounds"]) || !isRecord(value["handlers"]))
    return false;
  const { migration = "" } = value;
  if (typeof migration !== "string" || migration.length > longestMigration) return false;
  return Object.values(value["handlers"]).every(isHandlerChoice);
}

export function isChoices(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= mostChoices && value.every((choice) => typeof choice === "string");
}

/** A message of a page, or null when it is none. */
export function readRequest(data: unknown): ToEngine | null {
  if (!isRecord(data) || !Number.isSafeInteger(data["id"])) return null;
  switch (data["ask"]) {
    case "open":
      return isSetup(data["setup"]) && isChoices(data["choices"]) ? (data as ToEngine) : null;
    case "step":
      return typeof data["choice"] === "string" ? (data as ToEngine) : null;
    case "back":
    case "reset":
      return data as ToEngine;
    default:
      return null;
  }
}

/** A message of the engine, or null when it is none: what a worker says is checked like any other input. */
export function readReply(data: unknown): FromEngine | null {
  if (!isRecord(data)) return null;
  const { tell } = data;
  if (tell === "loading" && (data["what"] === "engine" || data["what"] === "grammar")) return data as FromEngine;
  if (!Number.isSafeInteger(data["id"])) return null;
  if (tell === "run" && isRecord(data["view"]) && isRecord(data["view"]["frames"]) && isRecord(data["view"]["offers"]))
    return data as FromEngine;
  if (tell === "refused" && isRecord(data["words"])) return data as FromEngine;
  return tell === "failed" && typeof data["message"] === "string" ? (data as FromEngine) : null;
}
