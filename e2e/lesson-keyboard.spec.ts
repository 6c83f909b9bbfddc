import { expect, test } from "@playwright/test";
import { LessonPage } from "./lesson-page";

test("a question can be taken with the keyboard alone, and focus is never lost", async ({ page }) => {
  const lesson = new LessonPage(page, "en");
  await lesson.open();
  const question = lesson.first("choice");
  const shown = await question.options.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  const keyOf = (answer: typeof question.key) => String(shown.indexOf(answer.kind === "choice" ? answer.option : "") + 1);

  await question.options.first().focus();
  await page.keyboard.press(keyOf(question.wrongAnswer()));
  await expect(question.options.and(page.locator(":checked"))).toBeFocused();
  // Enter commits, and says what is missing without moving the focus.
  await page.keyboard.press("Enter");
  await expect(question.status).toHaveText(lesson.words.missing.confidence);
  await expect(question.options.and(page.locator(":checked"))).toBeFocused();

  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(question.root.getByRole("radio", { name: lesson.words.confidence.sure })).toBeChecked();
  await page.keyboard.press("Enter");
  await question.expectVerdict("wrongFirst");
  await expect(question.mainButton).toBeFocused();
  await expect(question.mainButton).toHaveText(lesson.words.secondTry);

  await page.keyboard.press("Enter");
  await expect(question.options.first()).toBeFocused();
  await expect(question.status).toBeEmpty();
  await page.keyboard.press(keyOf(question.key));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await question.expectVerdict("rightSecond");
  await expect(question.mainButton).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(lesson.question(1).root).toBeFocused();
  await expect(lesson.question(1).root).toBeInViewport();
});

test("keys belong to the question that has the focus, and digits in a number field stay digits", async ({ page }) => {
  const lesson = new LessonPage(page, "en");
  await lesson.open();
  await page.locator("body").press("1");
  await page.locator("body").press("Enter");
  await expect(page.locator(":checked").and(page.locator('[name="answer"]'))).toHaveCount(0);

  const question = lesson.first("choice");
  const hint = question.root.getByText(lesson.words.keys.choice);
  await expect(hint).toBeHidden();
  await question.mainButton.focus();
  await page.keyboard.press("?");
  await expect(hint).toBeVisible();
  await page.keyboard.press("?");
  await expect(hint).toBeHidden();
  // Shortcuts of the browser stay the browser's.
  await page.keyboard.press("Alt+1");
  await expect(question.options.and(page.locator(":checked"))).toHaveCount(0);

  const { field } = lesson.first("number");
  await field.focus();
  await page.keyboard.type("12?");
  await expect(field).toHaveValue("12?");
});

test("a held Enter commits once", async ({ page }) => {
  const lesson = new LessonPage(page, "en");
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await lesson.open();
  const question = lesson.first("choice");
  await question.fill(question.wrongAnswer(), "guess");
  await question.mainButton.focus();
  await page.keyboard.down("Enter");
  await question.expectVerdict("wrongFirst");
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await question.expectVerdict("wrongFirst");
  expect(posts).toHaveLength(1);
});

test("code that scrolls can be reached and scrolled with the keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const lesson = new LessonPage(page, "en");
  await lesson.open();
  const code = page.getByRole("region", { name: /snippet 1, TypeScript/ });
  await code.focus();
  await expect(code).toBeFocused();
  const tabs = page.getByRole("group", { name: /snippet 1/ });
  await tabs.getByRole("radio", { name: "TypeScript" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("region", { name: /snippet 1, Python/ })).toBeVisible();
});
