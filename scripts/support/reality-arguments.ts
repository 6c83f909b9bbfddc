import { cpus } from "node:os";
import type { RealityOptions } from "@/lib/reality/check";
import { familyNames, type FamilyName } from "@/lib/reality/families";
import { plantNames } from "@/lib/reality/plants";
import { UsageError } from "./scenario-argument";

export type RealityArguments = Omit<RealityOptions, "say"> & {
  /** Write the result to the file that the page shows. */
  record: boolean;
};

const shortSchedules = 4;
/** From this number on the counterexamples and the cells of all crash maps are replayed, too. */
const fromHereEverything = 100;
const shortStates = 1500;
const longStates = 60_000;
const shortKills = 3;
const longKills = 20;
const shortMinutes = 2;
const longMinutes = 180;

export const realityUsage = [
  "Usage: npm run reality [-- options]",
  "  replays schedules of the simulator with real processes, PostgreSQL, Redis, RabbitMQ and an HTTP double of Stripe,",
  "  and compares every reply and what is left at the end. Exit code 1 on any disagreement.",
  `    --schedules N    random schedules of each family, ${shortSchedules} unless said; from ${fromHereEverything} on also every simplest`,
  "                     counterexample and the simplest schedule of every cell of the crash maps",
  "    --seed S         the same seed replays the same schedules; another one each time unless said",
  `    --family NAME    one family only: ${familyNames.join(", ")}`,
  "    --no-rabbit      do not start a RabbitMQ",
  "    --no-plants      do not plant faults",
  "    --minutes M      begin no schedule after M minutes of them",
  "    --states N       explore handlers up to so many states; beyond that schedules are random walks",
  "    --record         write the result to lib/reality/result.json, which the page shows",
].join("\n");

/** Reads the command line. @throws UsageError with one sentence on what is wrong */
export function realityArguments(argv: readonly string[]): RealityArguments {
  let schedules = shortSchedules;
  let seed = Date.now() % 2 ** 31;
  let minutes: number | null = null;
  const families: FamilyName[] = [];
  let states: number | null = null;
  const flags = { rabbit: true, plants: true, record: false };
  const rest = [...argv];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === "--help") throw new UsageError(realityUsage);
    if (argument === "--record") flags.record = true;
    else if (argument === "--no-rabbit") flags.rabbit = false;
    else if (argument === "--no-plants") flags.plants = false;
    else if (argument === "--schedules") schedules = count(argument, rest.shift(), 1, 100_000);
    else if (argument === "--seed") seed = count(argument, rest.shift(), 0, 2 ** 31 - 1);
    else if (argument === "--minutes") minutes = count(argument, rest.shift(), 1, 1000);
    else if (argument === "--states") states = count(argument, rest.shift(), 1, 2_000_000);
    else if (argument === "--family") families.push(familyIn(rest.shift()));
    else throw new UsageError(`There is no option ${argument}. npm run reality -- --help lists them.`);
  }
  const isLong = schedules >= fromHereEverything;
  return {
    schedules,
    seed,
    chosen: isLong,
    families: families.length > 0 ? families : familyNames,
    plants: flags.plants ? plantNames : [],
    rabbit: flags.rabbit,
    record: flags.record,
    // One more than processors: replays wait for clients that give up, and for calls that are blocked.
    lanes: cpus().length + 1,
    mostStates: states ?? (isLong ? longStates : shortStates),
    kills: isLong ? longKills : shortKills,
    limitMs: (minutes ?? (isLong ? longMinutes : shortMinutes)) * 60_000,
  };
}

function count(flag: string, value: string | undefined, least: number, most: number): number {
  const number = Number(value);
  if (value === undefined || !Number.isInteger(number) || number < least || number > most)
    throw new UsageError(`${flag} takes a whole number from ${least} to ${most}, not "${value ?? ""}".`);
  return number;
}

function familyIn(value: string | undefined): FamilyName {
  const found = familyNames.find((name) => name === value);
  if (!found) throw new UsageError(`--family takes ${familyNames.join(", ")}, not "${value ?? ""}".`);
  return found;
}
