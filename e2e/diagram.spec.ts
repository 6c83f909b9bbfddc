import { expect, type Locator, type Page } from "@playwright/test";
import type { Locale } from "@/lib/locale";
import en from "@/content/messages/en.json" with { type: "json" };
import ru from "@/content/messages/ru.json" with { type: "json" };
import { LessonPage } from "./lesson-page";
import { RunOnPage } from "./run-on-page";
import { languages } from "./support/looks";
import { test } from "./support/watched-page";

// The diagram of a run under an answered question: the same steps as the table, each a button.

async function answered(page: Page, locale: Locale): Promise<{ run: RunOnPage; diagram: Locator; steps: Locator }> {
  const lesson = new LessonPage(page, locale);
  await lesson.open();
  const question = lesson.question(0);
  await question.answer(question.key);
  await question.expectVerdict("rightFirst");
  const run = new RunOnPage(page, question, locale);
  const diagram = run.root.getByRole("group", { name: (locale === "ru" ? ru : en).diagram.label });
  // It is drawn when it comes near the window.
  await diagram.scrollIntoViewIfNeeded();
  return { run, diagram, steps: diagram.getByRole("button") };
}

for (const locale of languages("en")) {
  test(`every step has its button with its sentence, and a press shows the run up to there, in ${locale}`, async ({ page }) => {
    const { run, steps } = await answered(page, locale);
    await expect(steps).toHaveCount(11);
    await expect(run.rows).toHaveCount(11);
    for (const number of [3, 11, 1]) {
      await steps.nth(number - 1).click();
      await run.expectAt(number);
      const sentence = (await run.sentence.textContent()) ?? "";
      expect(sentence.length).toBeGreaterThan(10);
      await expect(steps.nth(number - 1)).toHaveAccessibleName(`${run.words.stepColumn} ${number}. ${sentence}`);
    }
  });
}

test("time runs right on wide screens and down on phones", async ({ page }) => {
  const { steps } = await answered(page, "en");
  const corner = async (index: number) => {
    const box = await steps.nth(index).boundingBox();
    if (!box) throw new Error("the step is not shown");
    return box;
  };
  const [first, second] = [await corner(0), await corner(1)];
  expect(second.x).toBeGreaterThan(first.x);
  expect(second.y).toBe(first.y);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await corner(1)).y - (await corner(0)).y).toBeGreaterThan(20);
  for (const { width, height } of [await corner(0), await corner(5)]) expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
});

test("the run plays by itself, a step by hand pauses it, and the diagram follows the run that the reader makes", async ({ page }) => {
  const { run, steps } = await answered(page, "en");
  await run.button("toStart").click();
  const play = run.root.getByRole("button", { name: en.simulator.play, exact: true });
  await play.click();
  await run.expectAt(1);
  await run.expectAt(2);
  await run.button("back").click();
  await run.expectAt(1);
  await expect(play).toBeVisible();

  await run.button("toStart").click();
  await run.takeOver();
  await expect(steps).toHaveCount(0);
  await run.choices.getByRole("button").first().click();
  await expect(steps).toHaveCount(1);
});
