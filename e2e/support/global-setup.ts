import { migrateDatabase } from "@/scripts/support/migrate.mjs";
import { startThrowAwayPostgres } from "@/scripts/postgres.mjs";
import { startApp } from "./app-server";

/**
 * The built app over a database of its own, once for the whole run. Nothing of it is left afterwards. `NEXT_DIST_DIR`
 * names the build; `DATABASE_URL` is never used.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startThrowAwayPostgres();
  try {
    await migrateDatabase(postgres.url);
    const app = await startApp({ databaseUrl: postgres.url, port: Number(process.env.E2E_PORT) });
    return async () => {
      await app.stop();
      await postgres.stop();
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
