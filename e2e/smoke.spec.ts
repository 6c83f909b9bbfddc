import { expect } from "@playwright/test";
import { languages } from "./support/looks";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks";
import { test } from "./support/watched-page";

// Runs on an emulated phone with a touch screen; see playwright.config.ts.
const pages = [
  ["en", ""],
  ["en", "/progress"],
  ["ru", "/lessons/reading-code-and-logs"],
] as const;

for (const [quick, path] of pages) {
  for (const locale of languages(quick)) {
    test(`/${locale}${path} opens, fits, and is accessible`, async ({ page }) => {
      const response = await page.goto(`/${locale}${path}`);
      expect(response?.status()).toBe(200);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("main")).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  }
}

test("the app says that it is well", async ({ request }) => {
  const response = await request.get("/api/health");
  expect(await response.json()).toMatchObject({ status: "ok", database: { reachable: true, migrationsPending: 0 } });
});
