import { expect, type Page } from "@playwright/test";
import en from "@/content/messages/en.json" with { type: "json" };
import ru from "@/content/messages/ru.json" with { type: "json" };
import { looks } from "./support/looks";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks";
import { test } from "./support/watched-page";

// The map of all schedules: every schedule once, and each of them to be opened.

const words = { ru, en };
/** No question of the course is about this scenario: all its handlers are open. */
const free = "crash-before-ack?crash=1";

const tableName = (locale: "ru" | "en") => new RegExp(`^${words[locale].schedules.table.replace("{handler}", ".*")}$`);
const map = (page: Page, locale: "ru" | "en") => page.getByRole("table", { name: tableName(locale) });

/** Searches all schedules; the map waits until the reader has marked the window, or wants to see it at once. */
async function search(page: Page, locale: "ru" | "en") {
  await page.goto(`/${locale}/lab/${free}`);
  await page.getByRole("button", { name: words[locale].lab.searchAll }).click();
  await page.getByRole("button", { name: words[locale].schedules.reveal }).click({ timeout: 40_000 });
  await expect(map(page, locale)).toBeVisible();
}

for (const { locale, colorScheme, width } of looks("phone")) {
  test(`a cell opens its simplest schedule and its address, ${width} px, ${colorScheme}, in ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await search(page, locale);
    const cells = map(page, locale).locator("tbody").getByRole("button");
    await cells.last().click();
    await expect(page).toHaveURL(/#run&run=/, { timeout: 20_000 });
    await expect(cells.last()).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("link", { name: words[locale].schedules.toMap })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, "#schedules");
  });
}

test("the cells add up to all schedules, and a schedule is opened by its number", async ({ page }) => {
  await search(page, "en");
  // The number of a cell is the last of its words: before it stand the coins.
  const counts = await map(page, "en").locator("tbody button").evaluateAll((cells) => cells.map((cell) => cell.lastChild?.textContent ?? ""));
  const sum = counts.reduce((total, text) => total + BigInt(text.replaceAll(",", "")), 0n);
  await expect(page.getByRole("heading", { level: 2, name: en.schedules.title.replace("{total}", sum.toLocaleString("en")) })).toBeVisible();
  const number = page.getByLabel(en.schedules.byNumber);
  const open = page.getByRole("button", { name: en.schedules.openNumber, exact: true });
  await number.fill(sum.toLocaleString("en"));
  await open.click();
  await expect(page).toHaveURL(new RegExp(`&n=${sum}$`), { timeout: 20_000 });
  await number.fill(String(sum + 1n));
  await open.click();
  await expect(page.getByText(/There is no schedule/)).toBeVisible();
});

test("handlers stand one above the other, and only what is proved is green", async ({ page }) => {
  // A handler without a crash window: nothing is asked, the map is there at once.
  await page.goto("/en/lab/o03-visibility-timeout");
  await page.getByRole("button", { name: en.lab.searchAll }).click();
  await page.getByRole("button", { name: en.schedules.compare }).click({ timeout: 40_000 });
  await expect(map(page, "en")).toHaveCount(2, { timeout: 40_000 });
  await expect(map(page, "en").last()).toHaveAttribute("data-proved", "true");
  await expect(map(page, "en").first()).not.toHaveAttribute("data-proved", "true");
});

test("a gap that is pointed at lights in the map, on the scale and in the code", async ({ page }) => {
  await search(page, "en");
  const figure = page.locator("#diagram");
  const onScale = figure.locator("svg g[data-lit]");
  const inCode = figure.getByRole("group", { name: en.simulator.code }).locator("button[data-lit]");
  const inMap = map(page, "en").locator("th[data-active]");

  await map(page, "en").locator("thead th[data-window]").first().hover();
  for (const place of [onScale, inCode, inMap]) await expect(place).toHaveCount(1);
  await page.mouse.move(0, 0);
  await expect(inMap).toHaveCount(0);
  await figure.getByRole("slider").focus();
  await expect(inMap).toHaveCount(1);
  await page.keyboard.press("Home");
  await expect(inMap).not.toHaveAttribute("data-window");
  await figure.getByRole("group", { name: en.simulator.code }).locator("button[data-violates=all]").first().hover();
  for (const place of [onScale, inMap]) await expect(place).toHaveCount(1);
  await expect(inMap).toHaveAttribute("data-window");
});
