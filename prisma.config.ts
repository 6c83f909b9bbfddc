import { fileURLToPath } from "node:url";
import { defineConfig } from "prisma/config";

// Without this the command line would download the schema engine before doing anything, even for `generate`. Windows
// cannot start a script as a program and keeps the download; set the variable to use another engine.
if (process.platform !== "win32") {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL("./scripts/schema-engine.mjs", import.meta.url));
}

// No question to a server whether there is a newer version.
process.env.CHECKPOINT_DISABLE ??= "1";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // `generate` and `validate` need no database, so the address may be missing.
  datasource: { url: process.env.DATABASE_URL || "postgresql://missing@127.0.0.1:1/missing" },
});
