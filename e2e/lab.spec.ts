import { expect, type Page } from "@playwright/test";
import { crashWords } from "@/components/simulator/crash/crash-words";
import en from "@/content/messages/en.json" with { type: "json" };
import ru from "@/content/messages/ru.json" with { type: "json" };
import { labScenarios } from "./lab-secrets";
import { languages } from "./support/looks";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks";
import { test } from "./support/watched-page";

// The lab: every scenario in a list, each handler to be run and searched.

const words = { ru, en };
/** No question of the course is about this scenario: all its handlers are open. */
const free = "crash-before-ack";
/** A lesson asks about this one. */
const asked = "select-then-act";

const diagram = (page: Page, locale: "ru" | "en" = "en") => page.getByRole("group", { name: words[locale].diagram.label });

for (const locale of languages("ru")) {
  const { lab, common } = words[locale];

  test(`the list is reached from the header, fits, and is accessible, in ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`/${locale}`);
    await expectNoSidewaysScroll(page);
    await page.getByRole("link", { name: common.lab, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(lab.title);
    await expect(page).toHaveTitle(new RegExp(lab.title));
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}

for (const locale of languages("en")) {
  const { lab } = words[locale];

  test(`the search finds the simplest counterexample and opens it in the diagram, in ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/${locale}/lab/${free}`);
    await page.getByRole("button", { name: lab.searchAll }).click();
    await expect(page.getByRole("table", { name: lab.outcomes }).locator("tbody tr").first()).toBeVisible({ timeout: 40_000 });
    // Far below on a phone: it is drawn when it comes near the window.
    await diagram(page, locale).scrollIntoViewIfNeeded();
    const steps = diagram(page, locale).getByRole("button");
    await expect(steps.first()).toBeVisible({ timeout: 20_000 });
    await expect(steps.and(page.locator("[aria-current=step]"))).toHaveCount(1);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}

test("the list can be searched and filtered without scripts", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto("/en/lab");
  await page.getByRole("navigation", { name: en.lab.kind }).getByRole("link", { name: en.lab.kinds.key }).click();
  const ofKind = labScenarios().filter(({ scenario }) => scenario.kind === "key");
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(ofKind.length);
  await page.getByRole("searchbox").fill("republished nothing-like-this");
  await page.getByRole("button", { name: en.lab.find }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(0);
  await page.getByRole("link", { name: en.lab.showAll }).click();
  expect(await page.getByRole("heading", { level: 2 }).count()).toBeGreaterThan(8);
  await context.close();
});

test("a handler is run step by step, and the keyboard moves along its diagram", async ({ page }) => {
  await page.goto(`/en/lab/${free}?handler=fixed`);
  await page.getByRole("button", { name: en.simulator.takeOver }).click();
  const next = page.locator("fieldset").getByRole("button");
  await expect(next.first()).toBeVisible({ timeout: 40_000 });
  const steps = diagram(page).getByRole("button");
  for (const count of [1, 2, 3]) {
    await next.first().click();
    await expect(steps).toHaveCount(count);
  }
  await steps.last().focus();
  await page.keyboard.press("ArrowLeft");
  await expect(steps).toHaveCount(2);
  await expect(steps.last()).toHaveAttribute("aria-current", "step");
});

test("the arrows move along a counterexample, and the table moves with them", async ({ page }) => {
  await page.goto(`/en/lab/${free}`);
  await page.getByRole("button", { name: en.lab.searchAll }).click();
  // The window may be marked first; the counterexample follows.
  await page.getByRole("button", { name: crashWords.show.en }).click({ timeout: 40_000 });
  const steps = diagram(page).getByRole("button");
  await expect(steps.first()).toBeVisible({ timeout: 40_000 });
  await steps.last().focus();
  await page.keyboard.press("Home");
  await expect(steps.first()).toBeFocused();
  await expect(steps.first()).toHaveAttribute("aria-current", "step");
  await page.keyboard.press("ArrowRight");
  const row = page.getByRole("table", { name: en.simulator.table }).locator("tr[aria-current=step]");
  await expect(row.getByRole("rowheader")).toHaveText("2");
  await steps.nth(3).click();
  await expect(row.getByRole("rowheader")).toHaveText("4");
});

test("bounds are switches that stand in the address", async ({ page }) => {
  await page.goto(`/en/lab/${free}`);
  await page.getByRole("button", { name: `Fewer: ${en.lab.faults.crash}` }).click();
  await expect(page).toHaveURL(/crash=1/);
  await page.reload();
  await page.getByRole("button", { name: `Fewer: ${en.lab.faults.crash}` }).click();
  await expect(page).toHaveURL(/crash=0/);
  await page.getByRole("button", { name: `Fewer: ${en.lab.faults.expiry}` }).click();
  await page.getByRole("button", { name: en.lab.searchAll }).click();
  // Without faults the mail goes out once, whatever the order.
  await expect(page.getByRole("heading", { level: 2, name: /^1 mail in all/ })).toBeVisible({ timeout: 40_000 });
});

test("repairs that answer a question stay closed until it is given up", async ({ page, request }) => {
  const closed = await (await request.get(`/en/lab/${asked}?handler=fixed`)).text();
  expect(closed).not.toContain("idempotencyKey: msg.id");
  expect(closed).not.toContain("tempting-unique");
  await page.goto(`/en/lab/${asked}`);
  await page.getByRole("button", { name: en.lab.giveUp }).click();
  await expect(page.getByRole("link", { name: "Add UNIQUE(msg_id)" })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("button", { name: en.lab.giveUp })).toHaveCount(0);
});

test("a scenario that does not exist is not found", async ({ request }) => {
  for (const slug of ["no-such-scenario", "index", "..%2Fpublic%2Fcourse"]) {
    expect((await request.get(`/en/lab/${slug}`)).status(), slug).toBe(404);
  }
});
