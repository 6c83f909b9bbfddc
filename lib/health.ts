import "server-only";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { database } from "@/lib/db";
import { version } from "@/package.json";

/** What a monitor, or a person with curl, gets to see. No address, no user, no message of the database. */
export interface Health {
  status: "ok" | "unavailable";
  database: {
    reachable: boolean;
    /** Of one small query; null without an answer. */
    latencyMs: number | null;
    /** Migrations of this build that the database does not have; null when that cannot be told. */
    migrationsPending: number | null;
  };
  version: string;
}

/** A monitor asks every few seconds: it should get "no" rather than no answer. */
const patienceMs = 2_000;

/** Asks the database now. Never throws; `unavailable` when answers cannot be recorded. */
export async function checkHealth(): Promise<Health> {
  const start = performance.now();
  const applied = await withinPatience(appliedMigrations());
  const latencyMs = Math.round((performance.now() - start) * 10) / 10;
  if (applied === null) {
    return { status: "unavailable", database: { reachable: false, latencyMs: null, migrationsPending: null }, version };
  }
  const shipped = await shippedMigrations();
  const migrationsPending = shipped && shipped.filter((name) => !applied.includes(name)).length;
  const status = migrationsPending ? "unavailable" : "ok";
  return { status, database: { reachable: true, latencyMs, migrationsPending }, version };
}

async function withinPatience<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null);
  });
  return Promise.race([work.catch(() => null), timeout]).finally(() => clearTimeout(timer));
}

/** Names of the migrations that Prisma has finished; empty before the first one. */
async function appliedMigrations(): Promise<string[]> {
  const [table] = await database().$queryRaw<{ exists: boolean }[]>`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "exists"`;
  if (!table?.exists) return [];
  const rows = await database().$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  return rows.map(({ name }) => name);
}

/** Names of the migrations beside this build; null where they are not shipped with it. */
async function shippedMigrations(): Promise<string[] | null> {
  const entries = await readdir(join(process.cwd(), "prisma", "migrations"), { withFileTypes: true }).catch(() => null);
  return entries && entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
