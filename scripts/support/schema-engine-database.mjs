import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum, DriverAdapterError, ok } from "@prisma/driver-adapter-utils";
import pg from "pg";

/** Type ids: `"char"` of the catalogue and its array, which the adapter does not know, and those of `text`. */
const oid = { char: 18, charArray: 1002, text: 25, textArray: 1009 };

/**
 * Which columns of a result were of the type `"char"`, by its rows.
 *
 * @type {WeakMap<unknown[], number[]>}
 */
const charColumns = new WeakMap();

/**
 * The engine reads the catalogue, which has columns of the type `"char"`. The adapter refuses them as unknown, so `pg`
 * calls them text; `connect` then tells the engine what they were, because it expects a single letter there. Changes
 * `pg` for the whole process, so only the engine's own process may call it.
 */
export function readCatalogueChar() {
  /** @type {{ addFields(this: { rows: unknown[] }, fields: pg.FieldDef[]): void }} */
  const prototype = Object(pg.Result.prototype);
  const { addFields } = prototype;
  prototype.addFields = function (fields) {
    charColumns.set(
      this.rows,
      fields.flatMap((field, index) => (field.dataTypeID === oid.char ? [index] : [])),
    );
    for (const field of fields) {
      if (field.dataTypeID === oid.char) field.dataTypeID = oid.text;
      if (field.dataTypeID === oid.charArray) field.dataTypeID = oid.textArray;
    }
    return addFields.call(this, fields);
  };
}

/**
 * @template {import("@prisma/driver-adapter-utils").SqlQueryable} T
 * @param {T} queryable a connection or a transaction
 * @returns {T} the same
 */
function restoreCatalogueChar(queryable) {
  const queryRaw = queryable.queryRaw.bind(queryable);
  queryable.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of charColumns.get(result.rows) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
  return queryable;
}

/**
 * Runs a function with a connection that is closed afterwards.
 *
 * @template T
 * @param {string} url
 * @param {(client: pg.Client) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return await work(client);
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
  const { provider, adapterName } = new PrismaPg(url);
  return {
    provider,
    adapterName,
    connect: () => connect(url),
    async connectToShadowDb() {
      if (shadowDatabaseUrl) return connect(shadowDatabaseUrl);
      const shadow = new URL(url);
      shadow.pathname = `/prisma_migrate_shadow_db_${randomUUID()}`;
      const name = pg.escapeIdentifier(shadow.pathname.slice(1));
      await withClient(url, (client) => client.query(`CREATE DATABASE ${name}`));
      const connection = await connect(shadow.href);
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
 * A connection that runs a script whole, as the downloaded engine does. The adapter would cut it at every semicolon,
 * also at those in comments, strings and function bodies. Without arguments the driver sends a text of many statements
 * at once, and the server runs them as one transaction.
 *
 * @param {string} url
 */
async function connect(url) {
  const connection = restoreCatalogueChar(await new PrismaPg(url).connect());
  const startTransaction = connection.startTransaction.bind(connection);
  connection.startTransaction = async (level) => restoreCatalogueChar(await startTransaction(level));
  connection.executeScript = async (script) => {
    try {
      await connection.underlyingDriver().query(script);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      const { code = "XX000", severity = "ERROR", message, detail, column, hint, position } = error;
      const line = script.slice(0, Number(position ?? 0)).split("\n").length;
      const place = position === undefined ? "" : ` (line ${line})`;
      throw new DriverAdapterError({
        kind: "postgres",
        code,
        severity,
        message: message + place,
        detail,
        column,
        hint,
      });
    }
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
    executeRaw: async () => ok(0),
    executeScript: async () => ok(undefined),
    /** @param {{ sql: string }} query */
    queryRaw: async ({ sql }) =>
      ok(
        /version\(\)/i.test(sql)
          ? { columnNames: ["version"], columnTypes: [7], rows: [["PostgreSQL 17.0"]] }
          : { columnNames: [], columnTypes: [], rows: [] },
      ),
    dispose: async () => ok(undefined),
    getConnectionInfo: () => ok({ schemaName: "public", supportsRelationJoins: true }),
    startTransaction: () => Promise.reject(new Error("There is no database to change.")),
  };
  return { ...names, connect: async () => ok(connection), connectToShadowDb: async () => ok(connection) };
}
