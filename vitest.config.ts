import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

// Tests must not touch a database that somebody works with; see lib/testing/global-setup.ts.
delete process.env.DATABASE_URL;

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Tests of pure functions: nothing that one of them does can be seen by another. */
const pureTests = ["{components,lib/content,lib/simulator}/**/*.test.{ts,tsx}"];
/** Those among them that put another module in the place of one, or need a database. */
const ownModules = [
  "lib/simulator/mutants.test.ts",
  "lib/simulator/explore/mutants.test.ts",
  "lib/simulator/world/database/differential.test.ts",
];

export default defineConfig({
  resolve: {
    alias: {
      "@": path("."),
      // In plain Node the package throws on import: it only knows the bundler of Next.
      "server-only": path("node_modules/server-only/empty.js"),
    },
  },
  test: {
    projects: [
      {
        extends: true,
        // Loading the engine, the grammar of SQL and the lessons costs as much as the tests: these files share what is loaded.
        test: { name: "pure", include: pureTests, exclude: [...configDefaults.exclude, ...ownModules], isolate: false },
      },
      {
        extends: true,
        test: {
          name: "isolated",
          include: ["{app,bench,content,scripts}/**/*.test.{ts,tsx}", "{lib/,}*.test.ts", "lib/!(content|simulator)/**/*.test.ts", ...ownModules],
        },
      },
    ],
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
