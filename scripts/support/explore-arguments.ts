import { isProfile } from "@/lib/simulator/scenario/bounds";
import { brokerProfiles, type BrokerName } from "@/lib/simulator/scenario/brokers";
import { profilesOf } from "@/lib/simulator/scenario/parts";
import {
  modelledFaults,
  profileValues,
  type Bounds,
  type Fault,
  type Scenario,
} from "@/lib/simulator/scenario/scenario";
import { UsageError } from "./scenario-argument";

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
  /** One run through these choices; null for another or for all. */
  choices: string[] | null;
  /** One run by its number; null for another or for all. */
  schedule: bigint | null;
  trace: boolean;
  json: boolean;
  language: "ru" | "en";
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const usage = [
  "Usage: npm run -s explore -- <slug | path to scenario.yaml> [options]",
  "  explores all schedules within the bounds; with one of these, runs a single schedule:",
  "    --schedule K                     the schedule with this number, from 1",
  "    --choices c1.c2.…                the schedule with these choices",
  "  what runs:",
  "    --handler NAME | role=NAME       handler of the first role, or of a role",
  "    --handler-file FILE              a file in place of the first role's handler",
  "    --executor quickjs|native",
  "  bounds, in place of those of the scenario:",
  "    --processes N | role=N",
  `    ${modelledFaults.map((fault) => `--${kebabCase(fault)} N`).join(" ")}`,
  "    --max-receive N|none",
  `    --profile NAME=VALUE             ${Object.entries(profileValues).map(([name, values]) => `${name}=${values.join("|")}`).join(" ")}`,
  "  what is printed:",
  "    --trace                          the counterexample as a table, too",
  "    --lang ru|en, --json",
].join("\n");

/** Where to read on, at the end of a sentence about one option. */
const more = "npm run -s explore without arguments lists all options.";

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
    choices: null,
    schedule: null,
    trace: false,
    json: false,
    language: "en",
  };
  const rest = [...argv];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (!argument.startsWith("--")) {
      if (options.scenario !== "")
        throw new UsageError(`Give one scenario, not "${options.scenario}" and "${argument}".`);
      options.scenario = argument;
      continue;
    }
    const flag = argument.slice(2);
    if (flag === "help") throw new UsageError(usage);
    if (flag === "json" || flag === "trace") options[flag] = true;
    else {
      const value = rest.shift();
      if (value === undefined || value.startsWith("--")) throw new UsageError(`--${flag} is no option, or needs a value. ${more}`);
      readFlag(options, flag, value);
    }
  }
  if (options.scenario === "") throw new UsageError(usage);
  if (options.choices && options.schedule !== null)
    throw new UsageError("Give --choices or --schedule, not both: each names one schedule.");
  return options;
}

function readFlag(options: ExploreOptions, flag: string, value: string): void {
  const fault = camelCase(flag);
  if ((modelledFaults as readonly string[]).includes(fault)) {
    options.faults[fault as Fault] = count(flag, value, 0, 5);
    return;
  }
  const [role, setting] = perRole(value);
  switch (flag) {
    case "choices":
      options.choices = value.split(".").filter((choice) => choice !== "");
      return;
    case "schedule":
      if (!/^[1-9]\d{0,99}$/.test(value))
        throw new UsageError(`--schedule takes the number of a schedule, from 1, not "${value}".`);
      options.schedule = BigInt(value);
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
      if (role === "broker") {
        const brokers = Object.keys(brokerProfiles) as BrokerName[];
        Object.assign(options.profiles, brokerProfiles[oneOf("profile broker", setting, brokers)]);
        return;
      }
      if (!isProfile(role))
        throw new UsageError(`--profile takes name=value; the names are broker, ${Object.keys(profileValues).join(", ")}.`);
      options.profiles[role] = oneOf(`profile ${role}`, setting, profileValues[role]);
      return;
    case "executor":
      options.executor = oneOf(flag, value, ["quickjs", "native"]);
      return;
    case "lang":
      options.language = oneOf(flag, value, ["ru", "en"]);
      return;
    default:
      throw new UsageError(`There is no option --${flag}. ${more}`);
  }
}

export function noRole(role: string, roles: readonly string[]): string {
  return `There is no role ${role}. The scenario has ${roles.join(", ")}.`;
}

/** The bounds of the scenario with what the command line says in their place. */
export function boundsFrom(options: ExploreOptions, scenario: Scenario): Bounds {
  const roles = scenario.processes.map(({ role }) => role);
  const processes = { ...scenario.bounds.processes };
  for (const [asked, number] of Object.entries(options.processes)) {
    const role = asked === "" ? (roles[0] ?? "") : asked;
    if (!roles.includes(role)) throw new UsageError(noRole(role, roles));
    processes[role] = number;
  }
  const known = profilesOf(scenario.parts);
  const idle = Object.keys(options.profiles).find((name) => !known.some((profile) => profile === name));
  if (idle !== undefined)
    throw new UsageError(`The profile ${idle} changes nothing here: the parts of the scenario have ${known.length > 0 ? known.join(", ") : "no profiles"}.`);
  return {
    processes,
    faults: { ...scenario.bounds.faults, ...options.faults },
    maxReceive: options.maxReceive === undefined ? scenario.bounds.maxReceive : options.maxReceive,
    profiles: { ...scenario.bounds.profiles, ...options.profiles },
  };
}
