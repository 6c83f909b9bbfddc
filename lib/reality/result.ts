import type { CheckedCell } from "./check-hermitage";
import type { CaughtPlant } from "./check-plants";
import type { CheckedRule } from "./check-rabbit";
import type { HandlerCount } from "./check-families";
import type { FamilyName } from "./families";
import type { RollbackTimes } from "./rollback";

/** Everything that a check has found, as plain data: what is recorded, and what the page shows. */
export interface RealityResult {
  /** Day of the check, as in 2026-11-30. */
  date: string;
  seed: number;
  seconds: number;
  /** Handlers with more states than this were not explored: their schedules are random walks. */
  mostStates: number;
  /** Names the text of all handlers, of the world and of this check: a result of another text is an older one. */
  codeVersion: string;
  engineVersion: string;
  /** Versions of servers and clients, by name. */
  versions: Readonly<Record<string, string>>;
  families: FamilyResult[];
  hermitage: CheckedCell[];
  /** Null where no RabbitMQ was asked. */
  rabbit: CheckedRule[] | null;
  plants: CaughtPlant[];
  rollback: RollbackTimes;
}

export interface FamilyResult {
  name: FamilyName;
  handlers: HandlerCount[];
  total: number;
  agreed: number;
  byOrigin: Readonly<Record<string, number>>;
  steps: number;
  replies: number;
  kills: number;
  blocked: number;
  notReplayable: Readonly<Record<string, number>>;
  /** Of the sessions whose end a schedule decided: longest time until the server had rolled back, in milliseconds. */
  longestRollbackMs: number;
}

/** What is wrong with a result, one line each; nothing where simulator and reality agree in everything. */
export function failuresOf(result: RealityResult): string[] {
  return [
    ...result.families.filter(({ agreed, total }) => agreed < total).map(({ name, agreed, total }) => `${name}: ${agreed} of ${total} schedules agree`),
    ...result.families.filter(({ total }) => total === 0).map(({ name }) => `${name}: no schedule was replayed`),
    ...result.hermitage.filter(({ simulated, real }) => simulated !== real).map(({ anomaly, level, simulated, real }) => `${anomaly} at ${level}: simulated ${simulated}, real ${real}`),
    ...(result.rabbit ?? []).filter(({ agreed }) => !agreed).map(({ name }) => `RabbitMQ: ${name}`),
    ...result.plants.filter(({ caught }) => caught === null).map(({ name }) => `the planted fault ${name} was not caught`),
  ];
}
