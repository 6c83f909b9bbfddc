import { spawn } from "node:child_process";
import pg from "pg";
import { createPostgresSchema } from "@/lib/coordinator/stores/postgres/store";
import { startThrowAwayPostgres } from "@/scripts/postgres.mjs";
import { freePort, startGuarded, temporaryFolder } from "./guarded";
import { rabbitProgram, redisProgram, serverProgram } from "./programs";

/** A server of the check: where it is, what it says it is, and how to end it. */
export interface Server {
  url: string;
  version: string;
  stop: () => Promise<void>;
}

/** PostgreSQL with a database for each lane, so that lanes never meet. */
export interface PostgresServer extends Server {
  port: number;
  /** Makes a database with the tables of the coordinator. @returns its connection string */
  createDatabase: (name: string) => Promise<string>;
}

export async function startPostgresServer(): Promise<PostgresServer> {
  const server = await startThrowAwayPostgres();
  const once = async <Row extends pg.QueryResultRow>(url: string, work: (client: pg.Client) => Promise<pg.QueryResult<Row>>) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const { rows } = await once(server.url, (client) => client.query<{ server_version: string }>("SHOW server_version"));
  return {
    url: server.url,
    port: server.port,
    version: rows[0]?.server_version.split(" ")[0] ?? "",
    stop: server.stop,
    async createDatabase(name) {
      await once(server.url, (client) => client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`));
      const url = server.urlOf(name);
      await once(url, async (client) => {
        await createPostgresSchema(client);
        return client.query("SELECT 1");
      });
      return url;
    },
  };
}

/** @throws MissingProgram */
export async function startRedisServer(say: (line: string) => void): Promise<Server> {
  const program = serverProgram(redisProgram, say);
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--databases", "64"];
  const server = startGuarded(temporaryFolder("redis"), [program, ...args]);
  await server.says("Ready to accept connections");
  const version = /Redis version=([\d.]+)/.exec(server.output())?.[1] ?? "";
  return { url: `redis://127.0.0.1:${port}`, version, stop: server.stop };
}

/** The memory that RabbitMQ's and Erlang's own defaults would take is not needed for some messages. */
const smallRuntime = "+S 1:1 +A 1 +sbwt none";

/**
 * A node of its own: name, ports, folders and the name server of Erlang too, so that it meets no other on this machine.
 * @throws MissingProgram
 */
export async function startRabbitServer(say: (line: string) => void): Promise<Server> {
  const program = serverProgram(rabbitProgram, say);
  const [port, distribution, names] = await Promise.all([freePort(), freePort(), freePort()]);
  const folder = temporaryFolder("rabbitmq");
  const run = `epmd -port ${names} -address 127.0.0.1 & exec "$0"`;
  const server = startGuarded(folder, ["/bin/sh", "-c", run, program], {
    HOME: folder,
    ERL_EPMD_PORT: String(names),
    ERL_EPMD_ADDRESS: "127.0.0.1",
    RABBITMQ_NODENAME: `check${port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: "127.0.0.1",
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_MNESIA_BASE: folder,
    RABBITMQ_LOG_BASE: folder,
    RABBITMQ_LOGS: "-",
    RABBITMQ_CONF_ENV_FILE: "/dev/null",
    RABBITMQ_CONFIG_FILE: `${folder}/none`,
    RABBITMQ_ADVANCED_CONFIG_FILE: `${folder}/none`,
    RABBITMQ_ENABLED_PLUGINS_FILE: `${folder}/plugins`,
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: smallRuntime,
  });
  await server.says("Server startup complete");
  const version = /Starting RabbitMQ ([\d.]+)/.exec(server.output())?.[1] ?? "";
  return { url: `amqp://127.0.0.1:${port}`, version, stop: server.stop };
}

/** Ends a program by its process id and waits until it is gone. */
export function killed(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
