import { freePort } from "@/scripts/support/ports.mjs";
import { startApp, type AppServer } from "./support/app-server";

/** The production server, to be killed and started again on the same port. */
export interface KillableServer {
  origin: string;
  /** Resolves when it answers, whether it reaches its database or not. */
  start(): Promise<void>;
  /** SIGKILL: no handler runs, nothing is flushed. Resolves when the process is gone. */
  kill(): Promise<void>;
}

/** @param databaseUrl becomes `DATABASE_URL` of the server */
export async function killableServer(databaseUrl: string): Promise<KillableServer> {
  const port = await freePort();
  let server: AppServer | null = null;
  return {
    origin: `http://127.0.0.1:${port}`,
    start: async () => void (server = await startApp({ databaseUrl, port })),
    kill: async () => server?.stop(),
  };
}
