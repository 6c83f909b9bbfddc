import { defineConfig } from "@playwright/test";
import { browsers, findProgram } from "./scripts/support/programs.mjs";
import { freePort } from "./scripts/support/ports.mjs";

// Chosen once per run: the workers inherit it and load this file again.
process.env.E2E_PORT ??= String(await freePort());

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/global-setup.ts",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 60_000,
  globalTimeout: process.env.TEST_LONG ? 3_600_000 : 1_200_000,
  reporter: "line",
  projects: [
    { name: "desktop", testIgnore: "smoke.spec.ts", use: { viewport: { width: 1280, height: 844 } } },
    // The other specs choose their widths themselves, and look at the same pages; this one shows them to a thumb.
    {
      name: "phone",
      testMatch: "smoke.spec.ts",
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 },
    },
  ],
  use: {
    baseURL: `http://127.0.0.1:${process.env.E2E_PORT}`,
    launchOptions: {
      executablePath: findProgram(browsers) ?? "chromium",
      // As root Chromium needs no-sandbox; the rest keeps it from calling home.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
