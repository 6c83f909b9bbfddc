import { expect, type Page } from "@playwright/test";
import en from "@/content/messages/en.json" with { type: "json" };
import ru from "@/content/messages/ru.json" with { type: "json" };
import { looks } from "./support/looks";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks";
import { test } from "./support/watched-page";

// The map of all schedules: every schedule once, and each of them to be opened.

const words = { ru, en };
/** No question of the course is about this scenario: all its handlers are open. */
const free = "crash-before-ack";

const map = (page: Page) => page.getByRole("table", { name: new RegExp(`^(?:${en.schedules.table}|${ru.schedules.table})`.replaceAll("{handler}", "")) });

/** Searches all schedules; the map waits until the reader has marked the window, or wants to see it at once. */
async function search(page: Page, locale: "ru" | "en") {
  await page.getByRole("button", { name: words[locale].lab.searchAll }).click();
  await page.getByRole("button", { name: words[locale].schedules.reveal }).click({ timeout: 40_000 });
  await expect(map(page)).toBeVisible();
}

for (const { locale, colorScheme, width } of looks) {
  test(`a cell opens its simplest schedule and its address, ${width} px, ${colorScheme}, in ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`/${locale}/lab/${free}`);
    await search(page, locale);
    const cells = map(page).locator("tbody").getByRole("button");
    await cells.last().click();
    await expect(page).toHaveURL(/#run&run=/, { timeout: 20_000 });
    await expect(cells.last()).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("link", { name: words[locale].schedules.toMap })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}

test("the cells add up to all schedules, and a schedule is opened by its number", async ({ page }) => {
  await page.goto(`/en/lab/${free}`);
  await search(page, "en");
  const counts = await map(page).locator("tbody button").allTextContents();
  const sum = counts.reduce((total, text) => total + BigInt(text.replace(/^×\d+/, "").replaceAll(",", "")), 0n);
  await expect(page.getByRole("heading", { level: 2, name: en.schedules.title.replace("{total}", sum.toLocaleString("en")) })).toBeVisible();
  await page.getByLabel(en.schedules.byNumber).fill(sum.toLocaleString("en"));
  await page.getByRole("button", { name: en.schedules.openNumber, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`&n=${String(sum)}$`), { timeout: 20_000 });
  await page.getByLabel(en.schedules.byNumber).fill(String(sum + 1n));
  await page.getByRole("button", { name: en.schedules.openNumber, exact: true }).click();
  await expect(page.getByText(/There is no schedule/)).toBeVisible();
});

test("handlers stand one above the other, and only what is proved is green", async ({ page }) => {
  await page.goto(`/en/lab/${free}`);
  await search(page, "en");
  await page.getByRole("button", { name: en.schedules.compare }).click();
  await expect(page.getByRole("table", { name: /A key for the mailer, no coordinator/ })).toHaveAttribute("data-proved", "true", { timeout: 40_000 });
  await expect(map(page).first()).not.toHaveAttribute("data-proved", "true");
  const firstHeads = map(page).first().locator("thead th");
  expect(await firstHeads.count()).toBeGreaterThan(3);
});
