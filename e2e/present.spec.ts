import { expect, type Page } from "@playwright/test";
import en from "@/content/messages/en.json" with { type: "json" };
import ru from "@/content/messages/ru.json" with { type: "json" };
import { looks } from "./support/looks";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks";
import { test } from "./support/watched-page";

// The projector: everything has a key, and nothing but the run is on the screen.

const words = { ru, en };
/** No question of the course is about this scenario: its notes are open. */
const free = "crash-before-ack";
/** A lesson asks about this one. */
const asked = "select-then-act";

const steps = (page: Page, locale: "ru" | "en" = "en") => page.getByRole("group", { name: words[locale].diagram.label }).getByRole("button");

/** No word of the figure reaches past the room that shows it. */
async function expectWordsInside(page: Page) {
  const cut = () =>
    page.evaluate(() => {
      const texts = [...document.querySelectorAll<SVGTextElement>("[data-present] svg text")].filter(({ textContent }) => textContent !== "");
      return texts.flatMap((text) => {
        const { left, right } = text.getBoundingClientRect();
        // The names of the lanes have a figure of their own, which ends where the diagram begins.
        const room = text.ownerSVGElement?.hasAttribute("role") ? [text.ownerSVGElement.getBoundingClientRect().left - 4, innerWidth] : [0, text.ownerSVGElement?.getBoundingClientRect().right ?? 0];
        return left < (room[0] ?? 0) - 1 || right > (room[1] ?? 0) + 1 ? [text.textContent] : [];
      });
    });
  await expect.poll(cut).toEqual([]);
}

/** Opens the stage and waits for the run: the address names it then. */
async function present(page: Page, path: string) {
  await page.goto(path);
  await expect(page).toHaveURL(/#run&run=[A-Z]/, { timeout: 40_000 });
}

for (const { locale, colorScheme, width } of looks("wide")) {
  test(`the stage fits a ${width} px screen, ${colorScheme}, in ${locale}, and is accessible`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await present(page, `/${locale}/present/${free}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/^2 /);
    await expect(steps(page, locale).first()).toBeVisible();
    await expectWordsInside(page);
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press("?");
    await expect(page.getByRole("heading", { name: words[locale].present.keysTitle })).toBeVisible();
    await expectAccessible(page);
  });
}

test("keys step, move the crash, change the handler, blank the screen and lead back to the lab", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await present(page, `/en/present/${free}`);
  const current = steps(page).and(page.locator("[aria-current=step]"));
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(steps(page).first()).toHaveAttribute("aria-current", "step");
  await page.keyboard.press("End");
  await expect(steps(page).last()).toHaveAttribute("aria-current", "step");
  await expect(current).toHaveCount(1);

  const crashed = page.url();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page).not.toHaveURL(crashed);

  await page.keyboard.press("b");
  await expect(page.getByText(en.present.blank)).toBeAttached();
  await page.keyboard.press(".");
  await expect(page.getByText(en.present.blank)).toHaveCount(0);

  await page.keyboard.press("r");
  await expect(page).toHaveURL(/handler=(?!given)[a-z-]+.*#run/, { timeout: 20_000 });
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { name: en.present.notes })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: en.present.notes })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(new RegExp(`/en/lab/${free}`));
});

test("from the back row: the smallest text of the figure is 26 px at 1920, and none is cut", async ({ page }) => {
  for (const [width, height] of [[1280, 720], [1920, 1080]] as const) {
    await page.setViewportSize({ width, height });
    await present(page, `/ru/present/${free}`);
    await expectWordsInside(page);
  }
  const sizes = await page.locator("[data-present] svg text").evaluateAll((texts) =>
    texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * ((text as SVGTextElement).getScreenCTM()?.a ?? 1)),
  );
  expect(sizes.length).toBeGreaterThan(10);
  expect(Math.min(...sizes)).toBeGreaterThan(25.5);
});

test("a link reproduces the schedule and the moment", async ({ page }) => {
  await present(page, `/en/present/${free}`);
  await page.keyboard.press("Home");
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/run=[^.&]+(\.[^.&]+){3}&/);
  const address = page.url();
  const sentence = await page.getByRole("heading", { level: 1 }).textContent();
  await page.goto("about:blank");
  await present(page, address);
  await expect(steps(page).and(page.locator("[aria-current=step]"))).toHaveAttribute("data-step", "4");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(sentence ?? "");
});

test("notes of a scenario with open questions wait for the answers", async ({ page }) => {
  await present(page, `/en/present/${asked}`);
  await page.keyboard.press("n");
  await expect(page.getByText(en.present.notesClosed)).toBeVisible();
});
