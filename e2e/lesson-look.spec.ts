import { expect, test } from "@playwright/test";
import { LessonPage } from "./lesson-page";
import { languages, looks } from "./support/looks";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks";

for (const { locale, colorScheme, width } of looks("phone")) {
  test(`accessible in every state, ${locale}, ${colorScheme}, ${width} px`, async ({ browser, baseURL }) => {
    test.slow();
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, baseURL: baseURL ?? "" });
    const page = await context.newPage();
    const lesson = new LessonPage(page, locale);
    // As it arrives it is looked at in smoke.spec.ts.
    await lesson.open();
    await lesson.question(0).mainButton.click();
    const [wrong, secondTry, right, gaveUp, waiting] = lesson.questions;
    if (!wrong || !secondTry || !right || !gaveUp || !waiting) throw new Error("The lesson has too few questions.");
    await wrong.answer(wrong.wrongAnswer(), "sure");
    await wrong.expectVerdict("wrongFirst");
    await secondTry.answer(secondTry.wrongAnswer(), "sure");
    await secondTry.mainButton.filter({ hasText: lesson.words.secondTry }).click();
    await right.answer(right.key);
    await right.expectVerdict("rightFirst");
    await right.others.locator("summary").click();
    await gaveUp.answer(gaveUp.wrongAnswer());
    await gaveUp.showAnswer.click();
    await gaveUp.expectVerdict("gaveUp");
    const number = lesson.first("number");
    await number.field.fill("x");
    await number.mainButton.click();
    await page.route("**/api/attempts", (route) => route.abort());
    await waiting.answer(waiting.key);
    await expect(waiting.status).toHaveText(lesson.words.waitingBecause.unreachable);
    await page.getByText(lesson.lessonWords.openSummary).click();
    await expectAccessible(page);
    await context.close();
  });
}

for (const locale of languages("en")) {
  test(`nothing is cut off from phones to projectors, in ${locale}`, async ({ page }) => {
    await new LessonPage(page, locale).open();
    for (const width of [360, 390, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
    }
  });
}

test("nothing moves by itself", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const lesson = new LessonPage(page, "en");
  await lesson.open();
  const question = lesson.first("choice");
  await question.answer(question.key);
  await question.expectVerdict("rightFirst");
  // What would have moved is over after a hundredth of a millisecond, and the next frame.
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test("the page needs no style attribute and no script without the nonce", async ({ request }) => {
  for (const locale of ["ru", "en"]) {
    const html = await (await request.get(`/${locale}/lessons/reading-code-and-logs`)).text();
    expect(html).not.toMatch(/<[^>]+\sstyle=/);
    expect(html.match(/<script(?![^>]*\snonce=)[^>]*>/g) ?? []).toEqual([]);
  }
});

test("the scale knows where the reader is", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const lesson = new LessonPage(page, "en");
  await lesson.open();
  const pointer = page.getByRole("navigation", { name: lesson.lessonWords.contents }).locator("svg svg[aria-hidden]");
  const height = async () => Number.parseFloat((await pointer.getAttribute("y")) ?? "");
  expect(await height()).toBe(100);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect.poll(height).toBeLessThan(80);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(height).toBe(0);
});
