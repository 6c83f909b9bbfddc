import { expect } from "@playwright/test";
import { LessonPage } from "./lesson-page";
import { languages } from "./support/looks";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks";
import { test } from "./support/watched-page";

// The lesson that asks every kind of question, from its start to its end.

for (const locale of languages("ru")) {
  test(`every question of the lesson is answered, and a reload shows the same verdicts, in ${locale}`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width: 390, height: 844 });
    const lesson = new LessonPage(page, locale, "jobs-and-consumers");
    await lesson.open();
    await expectNoSidewaysScroll(page);
    const missed = new Set<string>();
    for (const question of lesson.questions) {
      const { kind } = question.question;
      // The first of each kind is answered wrong before it is answered right.
      if (!missed.has(kind)) {
        missed.add(kind);
        await question.answer(question.wrongAnswer(), "sure");
        await question.expectVerdict("wrongFirst");
        await expect(question.root).not.toContainText(question.explanation);
        await question.mainButton.click();
        await question.answer(question.key);
        await question.expectVerdict("rightSecond");
      } else {
        await question.answer(question.key);
        await question.expectVerdict("rightFirst");
      }
      await expect(question.root).toContainText(question.explanation);
    }
    expect([...missed].sort()).toEqual(["choice", "number", "order", "place", "several"]);
    await expect(page.locator("#summary details > div")).toBeVisible();

    await page.reload();
    await lesson.ready();
    const again = new Set<string>();
    for (const question of lesson.questions) {
      const { kind } = question.question;
      await question.expectVerdict(again.has(kind) ? "rightFirst" : "rightSecond");
      again.add(kind);
    }
    await expectNoSidewaysScroll(page);
    for (const kind of ["several", "place", "order"] as const) await expectAccessible(page, `[id="${lesson.first(kind).anchor}"]`);
  });
}
