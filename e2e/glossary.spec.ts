import { expect, test } from "@playwright/test";
import en from "@/content/messages/en.json" with { type: "json" };
import { waitForScripts } from "./support/page-checks";

const lesson = "/en/lessons/reading-code-and-logs";

test("a term shows its definition on hover and focus, inside the screen of a phone, and Escape puts it away", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(lesson);
  const term = page.locator(".term").first();
  const link = term.getByRole("link");
  const definition = term.getByRole("tooltip");
  const before = await term.evaluate((element) => element.closest("section")?.getBoundingClientRect().height);
  await expect(definition).toBeHidden();
  await link.focus();
  await expect(definition).toBeVisible();
  await expect(link).toHaveAccessibleDescription(/\. .{20,}/);
  const box = await definition.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  expect(await term.evaluate((element) => element.closest("section")?.getBoundingClientRect().height)).toBe(before);
  await page.keyboard.press("Escape");
  await expect(definition).toBeHidden();
  await expect(link).toBeFocused();
  await link.hover();
  await expect(definition).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(/\/en\/glossary#[a-z-]+$/);
  await expect(page.locator(":target")).toBeInViewport();
});

test("the slash leads to the search, on a Russian layout too, and what is found has its words marked", async ({ page }) => {
  await page.goto("/en/glossary");
  await waitForScripts(page);
  await page.keyboard.press("/");
  await expect(page).toHaveURL(/\/en\/search$/);
  const field = page.getByRole("searchbox", { name: en.search.label });
  await expect(field).toBeVisible();
  await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: ".", code: "Slash", bubbles: true })));
  await expect(field).toBeFocused();
  await page.keyboard.type("leases / gap");
  await expect(field).toHaveValue("leases / gap");
  await field.fill("зазоры");
  await page.keyboard.press("Enter");
  const results = page.getByRole("listitem").filter({ has: page.getByRole("heading") });
  await expect(results.filter({ has: page.locator('a[href="/en/glossary#gap"]') })).toHaveCount(1);
  await expect(results.locator("mark").first()).toHaveText(/зазор/i);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the search finds, and a term leads to its entry", async ({ page }) => {
    await page.goto("/en/search");
    await page.getByRole("searchbox").fill("visibility timeouts");
    await page.getByRole("button", { name: en.search.find }).click();
    await expect(page.locator('a[href="/en/glossary#visibility-timeout"]').first()).toBeVisible();
    await page.goto(lesson);
    const term = page.locator(".term").first();
    await term.getByRole("link").focus();
    await expect(term.getByRole("tooltip")).toBeVisible();
  });
});
