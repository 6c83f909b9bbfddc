import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { execute } from "@/lib/testing/execute";
import { prismaCommand } from "./support/migrate.mjs";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "schema-engine-"));
  cpSync("prisma", folder, { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a program to its end; the exit code and everything it printed. */
async function run(program: string, words: string[], env: Record<string, string> = {}, input = "") {
  const child = spawn(program, words, { env: { ...process.env, DATABASE_URL: database.url, NO_COLOR: "1", ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}

/** A configuration for another schema and other migrations. */
function prisma(words: string[], url = database.url) {
  const config = join(folder, "prisma.config.ts");
  const settings = { schema: join(folder, "schema.prisma"), migrations: { path: join(folder, "migrations") }, datasource: { url } };
  writeFileSync(config, `export default ${JSON.stringify(settings)};`);
  const engine = { PRISMA_SCHEMA_ENGINE_BINARY: join(import.meta.dirname, "schema-engine.mjs") };
  return run(process.execPath, [prismaCommand, ...words, "--config", config], engine);
}

function addMigration(sql: string): void {
  const migration = join(folder, "migrations", "20990101000000_later");
  mkdirSync(migration);
  writeFileSync(join(migration, "migration.sql"), sql);
}

const drift = () =>
  prisma([
    ...["migrate", "diff", "--exit-code"],
    ...["--from-migrations", join(folder, "migrations"), "--to-schema", join(folder, "schema.prisma")],
  ]);

const shadows = () => execute(database.url, "SELECT datname FROM pg_database WHERE datname LIKE 'prisma_migrate_shadow%'");

describe("the schema engine as WebAssembly", { timeout: 120_000 }, () => {
  it("is the same version as the Prisma that calls it", () => {
    const version = (name: string) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
    expect(version("@prisma/schema-engine-wasm")).toBe(version("@prisma/engines-version"));
  });

  // `npm test` asks the same of the command itself.
  it.runIf(process.env.TEST_LONG)("finds no difference between the migrations and the schema of this project", async () => {
    expect(await drift()).toMatchObject({ code: 0 });
    expect(await shadows()).toEqual([]);
  });

  it("finds a column that no migration makes, and leaves no shadow database", async () => {
    const file = join(folder, "schema.prisma");
    writeFileSync(file, `${readFileSync(file, "utf8")}\nmodel Extra {\n  id Int @id\n}\n`);
    const { code, output } = await drift();
    expect({ code, output }).toMatchObject({ code: 2, output: expect.stringContaining("Extra") });
    expect(await shadows()).toEqual([]);
  });

  it("applies migrations whole: semicolons in comments, strings and functions do not cut them", async () => {
    const target = new URL(database.url);
    target.pathname += "_whole";
    addMigration(`-- One; two.
CREATE FUNCTION word() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a;b'; END $$;
CREATE TABLE note (text text DEFAULT ';' CHECK (text <> ''));`);
    expect(await prisma(["migrate", "deploy"], target.href)).toMatchObject({ code: 0 });
    expect(await execute(target.href, "SELECT word()")).toEqual([{ word: "a;b" }]);
    await execute(database.url, `DROP DATABASE "${target.pathname.slice(1)}" WITH (FORCE)`);
  });

  it.runIf(process.env.TEST_LONG)("says where a migration is wrong, and keeps nothing of it", async () => {
    const target = new URL(database.url);
    target.pathname += "_wrong";
    addMigration("CREATE TABLE half (id int);\nCREATE TABLE broken (id nonsense);");
    const { code, output } = await prisma(["migrate", "deploy"], target.href);
    expect(code).toBe(1);
    expect(output).toContain('type "nonsense" does not exist (line 2)');
    expect(await execute(target.href, "SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
    await execute(database.url, `DROP DATABASE "${target.pathname.slice(1)}" WITH (FORCE)`);
  });

  it.runIf(process.env.TEST_LONG)("says that the server cannot be reached", async () => {
    const { code, output } = await prisma(["migrate", "deploy"], "postgresql://me:secret@127.0.0.1:1/course");
    expect(code).toBe(1);
    expect(output).toContain("P1001");
    expect(output).not.toContain("secret");
  });

  it("answers with an error when it panics, so that the caller does not take silence for success", async () => {
    const request = JSON.stringify({ id: 1, jsonrpc: "2.0", method: "debugPanic", params: {} });
    const datasource = JSON.stringify({ url: database.url });
    const { output } = await run(join(import.meta.dirname, "schema-engine.mjs"), ["--datasource", datasource], {}, `${request}\n`);
    expect(JSON.parse(output)).toMatchObject({ id: 1, error: { data: { message: expect.stringContaining("panicked") } } });
  });
});
