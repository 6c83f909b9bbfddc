import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandFailed } from "./errors.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { packagesAreInstalled } from "./packages.mjs";

/** @typedef {import("./run.mjs").House} House */

/**
 * Everything before serving, each step only when it is needed: packages, database, migrations, generated code, content,
 * build. Sets DATABASE_URL in the environment of the programs.
 *
 * @param {House} house
 */
export async function prepare(house) {
  await installPackages(house);
  const url = await openDatabase(house);
  house.env.DATABASE_URL = url;
  await migrate(house, url);
  if (house.mode === "development") await generate(house);
  else await build(house);
}

/** @param {House} house */
async function installPackages({ root, commands, programs, env, say }) {
  if (packagesAreInstalled(root)) return;
  await timed(say, "Installing the packages with npm ci. The first time this takes a minute or two.", async () => {
    try {
      await programs.run("npm ci failed.", commands.install, env);
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      say("npm ci did not accept the lock file or could not finish; trying npm install.");
      const failure = "The packages could not be installed. Check the connection to the npm registry and start again.";
      await programs.run(failure, commands.installTolerantly, env);
    }
  });
}

/**
 * @param {House} house
 * @returns {Promise<string>} connection string
 */
async function openDatabase({ root, env, say, atEnd }) {
  const given = env.DATABASE_URL?.trim();
  if (given) {
    const { checkDatabaseUrl } = await import("./database.mjs");
    say(`Database: ${await checkDatabaseUrl(given)}, from DATABASE_URL`);
    return given;
  }
  const { keepPostgres } = await import("./embedded-database.mjs");
  const server = await keepPostgres({ dataDir: join(root, ".data", "postgres"), say, atEnd });
  const origin = server.reused ? "left running by a start that was killed, taken over" : "started";
  say(`Database: embedded PostgreSQL on port ${server.port}, data in .data/postgres, ${origin}`);
  return server.url;
}

/**
 * @param {House} house
 * @param {string} url
 */
async function migrate({ root, commands, programs, env, say }, url) {
  const { pendingMigrations } = await import("./database.mjs");
  const pending = await pendingMigrations(url, join(root, "prisma", "migrations"));
  if (pending.length === 0) return;
  await timed(say, `Bringing the database up to date: ${pending.join(", ")}`, () =>
    programs.run("The database could not be brought up to date.", commands.migrate, env),
  );
}

/** @param {House} house */
async function generate({ commands, programs, env, say, isAuthoring }) {
  await timed(say, "Generating the database client", () =>
    programs.run("The database client could not be generated.", commands.generate, env),
  );
  await timed(say, "Compiling the content", () =>
    programs.run("The content could not be compiled, see above.", isAuthoring ? commands.compileDrafts : commands.compileContent, env),
  );
}

/** @param {House} house */
async function build(house) {
  const { root, commands, programs, env, say } = house;
  const record = join(root, ".data", "built");
  const current = await fingerprint(root);
  const outputs = ["generated/prisma", "generated/content", `${env.NEXT_DIST_DIR ?? ".next"}/BUILD_ID`];
  const isBuilt = existsSync(record) && readFileSync(record, "utf8") === current;
  if (isBuilt && outputs.every((output) => existsSync(join(root, output)))) {
    say("Nothing has changed since the last build.");
    return;
  }
  rmSync(record, { force: true });
  await generate(house);
  await timed(say, "Building the app. This takes about a minute.", () =>
    programs.run("The app could not be built, see above.", commands.build, env),
  );
  mkdirSync(join(root, ".data"), { recursive: true });
  writeFileSync(record, current);
}

/**
 * Says what begins, and how long it took.
 *
 * @param {House["say"]} say
 * @param {string} what
 * @param {() => Promise<unknown>} work
 */
async function timed(say, what, work) {
  say(what);
  const start = performance.now();
  await work();
  say(`  done in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
