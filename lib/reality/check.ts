import { engineVersion } from "@/lib/simulator/run/simulation";
import { bundleChild } from "./bundle";
import { checkFamily, type FamilyCount } from "./check-families";
import { checkHermitage } from "./check-hermitage";
import { checkPlant } from "./check-plants";
import { checkRabbit } from "./check-rabbit";
import { codeVersion } from "./code-version";
import { families, type Family, type FamilyName } from "./families";
import { Lane, type Servers } from "./lane";
import { plants, type PlantName } from "./plants";
import type { FamilyResult, RealityResult } from "./result";
import { measureRollbacks } from "./rollback";
import { startPostgresServer, startRabbitServer, startRedisServer, type Server } from "./services/servers";
import { simulator } from "./simulated";
import { versionsOf } from "./versions";

export interface RealityOptions {
  /** Random schedules of each family. */
  schedules: number;
  seed: number;
  /** Counterexamples and crash maps, too. */
  chosen: boolean;
  families: readonly FamilyName[];
  plants: readonly PlantName[];
  /** Ask a RabbitMQ: it takes some fifteen seconds to start. */
  rabbit: boolean;
  /** Schedules side by side. */
  lanes: number;
  mostStates: number;
  kills: number;
  /** Milliseconds for all families, after which no schedule is begun any more; what was done until then is the result. */
  limitMs: number;
  say: (line: string) => void;
}

/**
 * Holds the simulator against reality, with servers of its own that end with it.
 * @throws MissingProgram with the line that installs a server which is not here
 */
export async function checkReality(options: RealityOptions): Promise<RealityResult> {
  const began = performance.now();
  const { say, seed } = options;
  const undo: (() => unknown)[] = [];
  const later = <Opened>(opened: Opened, close: (opened: Opened) => unknown): Opened => {
    undo.push(() => close(opened));
    return opened;
  };
  try {
    const program = later(await bundleChild(), (child) => child.remove());
    const [postgres, redis, rabbit] = await startAll(options, (server) => void later(server, (one) => one.stop()));
    const servers: Servers = { postgres, redis };
    const rabbitChecked = rabbit && askRabbit(rabbit, say);
    // Its failure is reported where it is awaited.
    rabbitChecked?.catch(() => undefined);
    const lanes: Lane[] = [];
    for (let index = 0; index < options.lanes; index++)
      lanes.push(later(await Lane.open(servers, index, program.file), (lane) => lane.close()));
    const [first] = lanes as [Lane, ...Lane[]];
    const rollback = await measureRollbacks(first, program.file, options.kills);
    const hermitage = await checkHermitage(await postgres.createDatabase("hermitage"));
    const caught = await planted(options, lanes);
    const results: FamilyResult[] = [];
    const asked = families.filter(({ name }) => options.families.includes(name));
    const start = performance.now();
    for (const [index, family] of asked.entries()) {
      // Each family has its share of the time, and what the ones before have left.
      const isOver = () => performance.now() - start > (options.limitMs * (index + 1)) / asked.length;
      const count = await checkFamily(family, { ...options, simulator, lanes, isOver });
      results.push(resultOf(family, count));
      say(`${family.name}: ${count.agreed} of ${count.total} schedules agree`);
    }
    return {
      date: new Date().toISOString().slice(0, 10),
      seed,
      seconds: Math.round((performance.now() - began) / 1000),
      mostStates: options.mostStates,
      codeVersion: codeVersion(),
      engineVersion,
      versions: versionsOf(servers, rabbit?.version ?? null),
      families: results,
      hermitage,
      rabbit: (await rabbitChecked) ?? null,
      plants: caught,
      rollback,
    };
  } finally {
    for (const close of undo.reverse()) await Promise.resolve(close()).catch(() => undefined);
  }
}

/** Each is registered as soon as it runs, so that one that does not start leaves none of the others behind. */
async function startAll({ rabbit, say }: RealityOptions, register: (server: Server) => void) {
  const started = async <Started extends Server>(starting: Promise<Started>): Promise<Started> => {
    const server = await starting;
    register(server);
    return server;
  };
  const all = [
    started(startPostgresServer()),
    started(startRedisServer(say)),
    rabbit ? started(startRabbitServer(say)) : Promise.resolve(null),
  ] as const;
  await Promise.allSettled(all);
  return Promise.all(all);
}

async function askRabbit(server: Server, say: (line: string) => void) {
  const consumer = await bundleChild("rabbit/consumer.ts");
  try {
    return await checkRabbit(server.url, consumer.file, say);
  } finally {
    consumer.remove();
  }
}

/** Planted faults over all lanes; results in the order of the list. */
async function planted({ plants: asked, seed, say }: RealityOptions, lanes: readonly Lane[]) {
  const waiting = plants.filter(({ name }) => asked.includes(name));
  const caught = new Map<string, Awaited<ReturnType<typeof checkPlant>>>();
  const queue = [...waiting];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let plant = queue.shift(); plant; plant = queue.shift()) {
        const found = await checkPlant(plant, lane, seed);
        caught.set(plant.name, found);
        say(found.caught ? `planted ${plant.name}: caught at step ${found.caught.step} (${found.caught.choice}) of schedule ${found.caught.schedules}, seed ${seed}` : `planted ${plant.name}: NOT caught`);
      }
    }),
  );
  return waiting.flatMap(({ name }) => caught.get(name) ?? []);
}

function resultOf({ name }: Family, { rollbacksMs, disagreements: _, ...count }: FamilyCount): FamilyResult {
  return { name, ...count, longestRollbackMs: Math.max(0, ...rollbacksMs) };
}
