import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { z } from "zod";
import { Prisma, PrismaClient } from "@/generated/prisma/client";

/** The server's connections to its database, all of them. Postgres allows 100 by default, other programs want some. */
const poolSize = 10;

/** A server that does not take a connection within this time counts as down: the reader waits for it. */
const connectTimeoutMs = 5_000;

/** Far above any query of ours. Ends one that waits for a lock held by a connection that hangs. */
const statementTimeoutMs = 10_000;

// In development every change loads this module again; the connections of the last one must not pile up.
const shared = globalThis as typeof globalThis & { databaseClient?: PrismaClient };

/** A client inside a transaction. */
export type Transaction = Prisma.TransactionClient;

/** `DATABASE_URL` is missing. */
export class DatabaseNotConfigured extends Error {
  constructor() {
    super(
      "DATABASE_URL is not set. `npm start` and `npm run dev` set it to the embedded database; " +
        "otherwise set it to a PostgreSQL server, for instance postgresql://user:password@127.0.0.1:5432/crash_window.",
    );
  }
}

/**
 * The one Prisma client of this process, made at the first call; it connects at the first query.
 * @throws {DatabaseNotConfigured}
 */
export function database(): PrismaClient {
  return (shared.databaseClient ??= connect());
}

/** Closes the connections. The next call of `database` makes new ones, with the `DATABASE_URL` of that moment. */
export async function disconnectDatabase(): Promise<void> {
  const client = shared.databaseClient;
  delete shared.databaseClient;
  await client?.$disconnect();
}

function connect(): PrismaClient {
  const connectionString = process.env.DATABASE_URL;
  if (!connectionString) throw new DatabaseNotConfigured();
  return new PrismaClient({
    adapter: new PrismaPg({
      connectionString,
      max: poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
    }),
    // Under load a transaction waits for a free connection; by default only 2 s, less than a new connection may take.
    transactionOptions: { maxWait: connectTimeoutMs, timeout: statementTimeoutMs },
  });
}

/**
 * Classes of SQLSTATE (PostgreSQL manual, appendix A) that say "not now" rather than "not like this": connection,
 * authorisation, missing database, transaction state and rollback, resources, object in use, operator intervention,
 * system error. 42P01 is a missing table: the migrations have not run yet.
 */
const unavailableStates = /^(08|28|3D|25|40|53|55|57|58|42P01)/;

/**
 * Prisma's own codes: P1… connection; then no free connection, no transaction in time, missing table, conflict, too
 * many connections.
 */
const unavailableCodes = /^(P1\d{3}|P2024|P2028|P2021|P2034|P2037)$/;

/** Errors of the driver that carry no code. */
const unavailableMessages = /connection (error|terminated|ended)|trying to connect|connection is closed|not queryable/i;

/**
 * True when the database cannot be used at the moment and the same request may succeed later. False for errors that a
 * repetition would meet again, which are defects of ours.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseNotConfigured || error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    return unavailableStates.test(sqlState(error) ?? "") || unavailableCodes.test(error.code);
  }
  return error instanceof Error && unavailableMessages.test(error.message);
}

/** The SQLSTATE that Postgres gave, from where the adapter keeps it. */
function sqlState({ meta }: Prisma.PrismaClientKnownRequestError): string | null {
  const shape = z.object({ driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }) });
  return shape.safeParse(meta).data?.driverAdapterError.cause.originalCode ?? null;
}
