import { chromium } from "@playwright/test";
import { startApp } from "@/e2e/support/app-server";
import { startThrowAwayPostgres } from "@/scripts/postgres.mjs";
import { migrateDatabase } from "@/scripts/support/migrate.mjs";
import { freePort } from "@/scripts/support/ports.mjs";
import config from "@/playwright.config";

// JavaScript that Chromium fetches within five seconds without input, in bytes as they travel (gzip), from the production
// build. The floor is a page of the same build with nothing of ours on it: what the framework costs.

const quietMs = 5000;
const kilobyte = 1000;
/** Bytes in all, and bytes above the floor. */
const budget = { total: 150 * kilobyte, own: 15 * kilobyte };
const floor = "/bare";
const pages = ["/ru/lessons/reading-code-and-logs", "/en/lessons/reading-code-and-logs", "/ru", "/ru/progress"];

const postgres = await startThrowAwayPostgres();
let isWithinBudget = true;
try {
  await migrateDatabase(postgres.url);
  const app = await startApp({ databaseUrl: postgres.url, port: await freePort() });
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const [bare = 0, ...sizes] = await Promise.all([floor, ...pages].map(scriptBytes));
    print(floor, bare, "the floor");
    for (const [index, page] of pages.entries()) {
      const bytes = sizes[index] ?? Infinity;
      const own = bytes - bare;
      const isLight = bytes <= budget.total && own <= budget.own;
      isWithinBudget &&= isLight;
      print(page, bytes, `floor + ${inKilobytes(own)}${isLight ? "" : "  over budget"}`);
    }
  } finally {
    await browser.close();
    await app.stop();
  }

  async function scriptBytes(path: string): Promise<number> {
    const context = await browser.newContext();
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() === "script") sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    const response = await page.goto(app.origin + path);
    if (!response?.ok()) throw new Error(`${path} answered ${response?.status()}.`);
    await page.waitForTimeout(quietMs);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    await context.close();
    return bytes;
  }
} finally {
  await postgres.stop();
}

console.log(`Budget: ${inKilobytes(budget.total)} in all, ${inKilobytes(budget.own)} above the floor.`);
process.exit(isWithinBudget ? 0 : 1);

function inKilobytes(bytes: number): string {
  return `${(bytes / kilobyte).toFixed(1)} KB`;
}

function print(page: string, bytes: number, remark: string): void {
  console.log(`${page.padEnd(40)} ${inKilobytes(bytes).padStart(9)}   ${remark}`);
}
