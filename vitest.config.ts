import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Tests must not touch a database that somebody works with; see lib/testing/global-setup.ts.
delete process.env.DATABASE_URL;

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      "@": path("."),
      // In plain Node the package throws on import: it only knows the bundler of Next.
      "server-only": path("node_modules/server-only/empty.js"),
    },
  },
  test: {
    include: ["{app,bench,components,content,lib,scripts}/**/*.test.{ts,tsx}", "*.test.ts"],
    globalSetup: ["lib/testing/global-setup.ts"],
    // Many tests wait for servers and child processes more than for the processor: keep two cores busy.
    maxWorkers: 3,
    // Threads start faster than processes, and there are many small files.
    pool: "threads",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
