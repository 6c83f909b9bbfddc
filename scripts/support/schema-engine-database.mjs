import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";

/** Type ids of PostgreSQL's catalogue: `"char"` and its array, which the adapter does not know, `text` and its array. */
const oid = { char: 18, charArray: 1002, text: 25, textArray: 1009 };

/**
 * The engine reads the catalogue, which has columns of the type `"char"`. The adapter refuses them as unknown; as text
 * they mean the same. Changes `pg` for the whole process, so only the engine's own process may call it.
 */
export function readCatalogueCharAsText() {
  const addFields = pg.Result.prototype.addFields;
  pg.Result.prototype.addFields = function (fields) {
    for (const field of fields) {
      if (field.dataTypeID === oid.char) field.dataTypeID = oid.text;
      if (field.dataTypeID === oid.charArray) field.dataTypeID = oid.textArray;
    }
    return addFields.call(this, fields);
  };
}

/**
 * Runs a function with a connection that is closed afterwards.
 *
 * @template T
 * @param {string} url
 * @param {(client: pg.Client) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withClient(url, use) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * Creates the database that a connection string names, over the server's database `postgres`.
 *
 * @param {string} url
 * @returns {Promise<string>} the name of the database
 */
export async function createDatabase(url) {
  const admin = new URL(url);
  const name = decodeURIComponent(admin.pathname.slice(1)) || "postgres";
  admin.pathname = "/postgres";
  await withClient(admin.href, (client) => client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`));
  return name;
}

/**
 * The codes of Prisma's command line for failures to connect. Anything unknown counts as "server not reached".
 *
 * @param {unknown} error
 */
export function connectionErrorCode(error) {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "3D000") return "P1003";
  return code === "28P01" || code === "28000" ? "P1000" : "P1001";
}

/**
 * Connections for the engine. The shadow database (where migrations are replayed to see what they amount to) is made
 * here: the adapter's own would connect with the whole connection string, that is to the real database, and would drop
 * the shadow while still connected to it.
 *
 * @param {{ url: string, shadowDatabaseUrl?: string | undefined }} datasource
 * @returns {import("@prisma/driver-adapter-utils").SqlMigrationAwareDriverAdapterFactory}
 */
export function connectionFactory({ url, shadowDatabaseUrl }) {
  const config = parseIntoClientConfig(url);
  const main = new PrismaPg(config);
  return {
    provider: main.provider,
    adapterName: main.adapterName,
    connect: async () => withWholeScripts(await main.connect()),
    async connectToShadowDb() {
      if (shadowDatabaseUrl) {
        return withWholeScripts(await new PrismaPg(parseIntoClientConfig(shadowDatabaseUrl)).connect());
      }
      const shadow = `prisma_migrate_shadow_db_${randomUUID()}`;
      const name = pg.escapeIdentifier(shadow);
      await withClient(url, (client) => client.query(`CREATE DATABASE ${name}`));
      const connection = withWholeScripts(await new PrismaPg({ ...config, database: shadow }).connect());
      const dispose = connection.dispose.bind(connection);
      connection.dispose = async () => {
        await dispose();
        await withClient(url, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
      };
      return connection;
    },
  };
}

/**
 * Sends a migration as one script, as the downloaded engine does. The adapter would cut it at every semicolon, also at
 * those inside comments and function bodies. Without arguments the driver uses the simple protocol, which takes many
 * statements and runs them as one transaction.
 *
 * @template {import("@prisma/driver-adapter-utils").SqlDriverAdapter} T
 * @param {T} connection
 * @returns {T}
 */
function withWholeScripts(connection) {
  connection.executeScript = async (script) => {
    await connection.executeRaw({ sql: script, args: [], argTypes: [] });
  };
  return connection;
}

/**
 * A connection to an empty database that does not exist: comparing two schema files needs none, but the engine insists
 * on something to connect to. Column type 7 is text.
 */
export function offlineFactory() {
  const names = {
    provider: /** @type {const} */ ("postgres"),
    adapterName: "offline",
    errorRegistry: { consumeError: () => undefined },
  };
  const connection = {
    ...names,
    executeRaw: async () => succeed(0),
    executeScript: async () => succeed(undefined),
    /** @param {{ sql: string }} query */
    queryRaw: async ({ sql }) =>
      succeed(
        /version\(\)/i.test(sql)
          ? { columnNames: ["version"], columnTypes: [7], rows: [["PostgreSQL 17.0"]] }
          : { columnNames: [], columnTypes: [], rows: [] },
      ),
    dispose: async () => succeed(undefined),
    getConnectionInfo: () => succeed({ schemaName: "public", supportsRelationJoins: true }),
    startTransaction: () => Promise.reject(new Error("There is no database to change.")),
  };
  return { ...names, connect: async () => succeed(connection), connectToShadowDb: async () => succeed(connection) };
}

/**
 * The engine's own form of a result, with the two methods it calls on it.
 *
 * @template T
 * @param {T} value
 * @returns {{ ok: true, value: T, map: <U>(change: (value: T) => U) => unknown, flatMap: <U>(change: (value: T) => U) => U }}
 */
function succeed(value) {
  return { ok: true, value, map: (change) => succeed(change(value)), flatMap: (change) => change(value) };
}
