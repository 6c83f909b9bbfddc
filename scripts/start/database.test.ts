import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { freePort } from "@/scripts/support/ports.mjs";
import { checkDatabaseUrl, pendingMigrations } from "./database.mjs";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** The connection string of the test database with one part replaced. */
function changed(part: "password" | "pathname", value: string): string {
  const url = new URL(database.url);
  url[part] = value;
  return url.href;
}

async function refusal(url: string): Promise<string> {
  return checkDatabaseUrl(url).then(
    () => "accepted",
    (error: Error) => error.message,
  );
}

describe("DATABASE_URL", () => {
  it("is accepted when the server answers, and described without the password", async () => {
    const { hostname, port, pathname, username, password } = new URL(database.url);
    const description = await checkDatabaseUrl(database.url);
    expect(description).toBe(`${username}@${hostname}:${port}${pathname}`);
    expect(description).not.toContain(password);
  });

  it("may name a database that does not exist yet: the migration creates it", async () => {
    expect(await refusal(changed("pathname", "/new_one"))).toBe("accepted");
  });

  it("with a wrong password is refused with a sentence", async () => {
    const message = await refusal(changed("password", "wrong-secret"));
    expect(message).toContain("refuses the user or the password");
    expect(message).not.toContain("wrong-secret");
  });

  it("to a port where nothing listens is refused with a sentence", async () => {
    const port = await freePort();
    const message = await refusal(`postgresql://me:secret@127.0.0.1:${port}/course`);
    expect(message).toContain(`nothing listens at me@127.0.0.1:${port}/course`);
    expect(message).toContain("leave DATABASE_URL out");
    expect(message).not.toContain("secret");
  });

  it.each([
    ["not an address at all", "is not an address"],
    ["postgresql://me:pass word#/@host", "DATABASE_URL"],
    ["mysql://me:secret@127.0.0.1/course", "not the address of a PostgreSQL database"],
    ["postgresql://127.0.0.1:5432", "not the address of a PostgreSQL database"],
    ["postgresql://me:secret@no-such-host.invalid/course", "host of me@no-such-host.invalid:5432/course is unknown"],
  ])("%s is refused with a sentence", async (url, sentence) => {
    const message = await refusal(url);
    expect(message).toContain(sentence);
    expect(message).not.toMatch(/secret|pass word/);
  });
});

describe("pending migrations", () => {
  it("are none in a migrated database", async () => {
    expect(await pendingMigrations(database.url, "prisma/migrations")).toEqual([]);
  });

  it("are all in an empty one, and in one that does not exist", async () => {
    expect(await pendingMigrations(changed("pathname", "/postgres"), "prisma/migrations")).not.toEqual([]);
    expect(await pendingMigrations(changed("pathname", "/nowhere"), "prisma/migrations")).not.toEqual([]);
  });

  it("are those that the database has not seen", async () => {
    const folder = mkdtempSync(join(tmpdir(), "migrations-"));
    mkdirSync(join(folder, "20990101000000_later"));
    expect(await pendingMigrations(database.url, folder)).toEqual(["20990101000000_later"]);
    rmSync(folder, { recursive: true });
  });
});
