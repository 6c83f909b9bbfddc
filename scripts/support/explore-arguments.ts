import { isProfile } from "@/lib/simulator/scenario/bounds";
import {
  faultsToCome,
  modelledFaults,
  profileValues,
  type Bounds,
  type Fault,
  type Scenario,
} from "@/lib/simulator/scenario/scenario";

/** Something that was asked for is not possible. The message is for the person at the terminal. */
export class UsageError extends Error {}

export interface ExploreOptions {
  scenario: string;
  /** Handler by role; the key "" is the first role. */
  handlers: Record<string, string>;
  handlerFile: string | null;
  processes: Record<string, number>;
  faults: Partial<Record<Fault, number>>;
  maxReceive: number | null | undefined;
  profiles: Record<string, string>;
  executor: "quickjs" | "native";
  choices: string[];
  json: boolean;
  language: "ru" | "en";
}

const usage =
  "Usage: npm run -s explore -- <slug | path to scenario.yaml> --choices c1.c2.… [--handler NAME | role=NAME] [--handler-file F] " +
  "[--processes N | role=N] [--crash N] [--expiry N] [--max-receive N|none] [--profile name=value] [--executor quickjs|native] [--lang ru|en] [--json]";

function camelCase(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function count(flag: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new UsageError(`--${flag} takes a whole number from ${least} to ${most}, not "${value}".`);
  return number;
}

/** `role=value`, or a value for the first role. */
function perRole(value: string): [role: string, value: string] {
  const split = value.indexOf("=");
  return split < 0 ? ["", value] : [value.slice(0, split), value.slice(split + 1)];
}

function oneOf<Value extends string>(flag: string, value: string, values: readonly Value[]): Value {
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw new UsageError(`--${flag} takes ${values.join(" or ")}, not "${value}".`);
  return found;
}

/** Reads the command line. @throws UsageError with one sentence on what is wrong */
export function exploreArguments(argv: readonly string[]): ExploreOptions {
  const options: ExploreOptions = {
    scenario: "",
    handlers: {},
    handlerFile: null,
    processes: {},
    faults: {},
    maxReceive: undefined,
    profiles: {},
    executor: "quickjs",
    choices: [],
    json: false,
    language: "en",
  };
  const rest = [...argv];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (!argument.startsWith("--")) {
      if (options.scenario !== "")
        throw new UsageError(`Give one scenario, not "${options.scenario}" and "${argument}". ${usage}`);
      options.scenario = argument;
      continue;
    }
    const flag = argument.slice(2);
    if (flag === "json") options.json = true;
    else {
      const value = rest.shift();
      if (value === undefined) throw new UsageError(`--${flag} needs a value. ${usage}`);
      readFlag(options, flag, value);
    }
  }
  if (options.scenario === "") throw new UsageError(usage);
  return options;
}

function readFlag(options: ExploreOptions, flag: string, value: string): void {
  const fault = camelCase(flag);
  if ((modelledFaults as readonly string[]).includes(fault)) {
    options.faults[fault as Fault] = count(flag, value, 0, 5);
    return;
  }
  if ((faultsToCome as readonly string[]).includes(fault))
    throw new UsageError(`The fault ${flag} is not modelled yet.`);
  const [role, setting] = perRole(value);
  switch (flag) {
    case "choices":
      options.choices = value.split(".").filter((choice) => choice !== "");
      return;
    case "handler":
      options.handlers[role] = setting;
      return;
    case "handler-file":
      options.handlerFile = value;
      return;
    case "processes":
      options.processes[role] = count(flag, setting, 1, 4);
      return;
    case "max-receive":
      options.maxReceive = value === "none" ? null : count(flag, value, 1, 1000);
      return;
    case "profile":
      if (!isProfile(role))
        throw new UsageError(`--profile takes name=value; the names are ${Object.keys(profileValues).join(", ")}.`);
      options.profiles[role] = oneOf(`profile ${role}`, setting, profileValues[role]);
      return;
    case "executor":
      options.executor = oneOf(flag, value, ["quickjs", "native"]);
      return;
    case "lang":
      options.language = oneOf(flag, value, ["ru", "en"]);
      return;
    default:
      throw new UsageError(`There is no option --${flag}. ${usage}`);
  }
}

/** The bounds of the scenario with what the command line says in their place. */
export function boundsFrom(options: ExploreOptions, scenario: Scenario): Bounds {
  const roles = scenario.processes.map(({ role }) => role);
  const processes = { ...scenario.bounds.processes };
  for (const [asked, number] of Object.entries(options.processes)) {
    const role = asked === "" ? (roles[0] ?? "") : asked;
    if (!roles.includes(role)) throw new UsageError(`There is no role ${role}. The scenario has ${roles.join(", ")}.`);
    processes[role] = number;
  }
  return {
    processes,
    faults: { ...scenario.bounds.faults, ...options.faults },
    maxReceive: options.maxReceive === undefined ? scenario.bounds.maxReceive : options.maxReceive,
    profiles: { ...scenario.bounds.profiles, ...options.profiles },
  };
}
