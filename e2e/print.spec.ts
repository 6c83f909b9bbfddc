import { expect } from "@playwright/test";
import { LessonPage } from "./lesson-page";
import { languages } from "./support/looks";
import { expectNoSidewaysScroll } from "./support/page-checks";
import { test } from "./support/watched-page";

/** A4 between the margins of `app/print.css`, in pixels. */
const paper = { width: 672, height: 978 };

for (const locale of languages("ru")) {
  test(`a lesson on paper is an exercise with its address, in ${locale}`, async ({ page, baseURL }) => {
    await page.setViewportSize(paper);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const lesson = new LessonPage(page, locale, "jobs-and-consumers");
    await lesson.open();

    await test.step("nothing that only a screen can do", async () => {
      await expect(page.getByRole("banner")).toBeHidden();
      await expect(page.getByRole("navigation")).toHaveCount(0);
      await expect(page.locator("button:visible")).toHaveCount(0);
      await expect(page.locator("#summary")).toBeHidden();
      await expectNoSidewaysScroll(page);
    });

    await test.step("dark is printed light", async () => {
      const [paperColor, ink] = await page.evaluate(() => [
        getComputedStyle(document.documentElement).backgroundColor,
        getComputedStyle(document.body).color,
      ]);
      expect([paperColor, ink]).toEqual(["rgba(0, 0, 0, 0)", "rgb(20, 32, 42)"]);
    });

    await test.step("every question has its prompt and a box for each option", async () => {
      const boxes = lesson.first("choice").root.locator('input[type="radio"][name="answer"]');
      await expect(boxes).toHaveCount(lesson.first("choice").question.options.length);
      for (const box of await boxes.all()) await expect(box).toBeVisible();
      await expect(lesson.first("number").field).toBeVisible();
      await expect(lesson.first("order").root.locator("ol > li")).toHaveCount(lesson.first("order").question.options.length);
    });

    await test.step("stated facts lead to the list of sources, and the page says where it is from", async () => {
      await expect(page.getByRole("heading", { name: lesson.lessonWords.sources })).toBeVisible();
      await expect(page.locator("a.given").first()).toHaveAttribute("data-source", /^[1-9]\d*$/);
      await expect(page.getByText(`${baseURL}${lesson.path}`)).toBeVisible();
    });
  });
}
