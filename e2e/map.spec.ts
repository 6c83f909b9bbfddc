import { expect, test, type Page } from "@playwright/test";
import en from "@/content/messages/en.json" with { type: "json" };
import ru from "@/content/messages/ru.json" with { type: "json" };
import { freePort } from "@/scripts/support/ports.mjs";
import { answer, course, lesson } from "./map-answers";
import { expectAccessible, watch } from "./support/page-checks";
import { startApp } from "./support/app-server";

const questions = lesson.questions;
const address = (id: string, locale = "ru") => `/${locale}/lessons/${id.replace("/", "#")}`;
const at = (index: number) => {
  const question = questions[index];
  if (!question) throw new Error(`The lesson has no question ${index + 1}.`);
  return question;
};

/** The one of the two figures that is shown. */
const profile = (page: Page) => page.getByRole("group", { name: ru.map.profile });

/** Dots of the wide profile, in the order of the lesson. */
const dots = (page: Page) => profile(page).locator(`a[href*="${lesson.slug}#"]`);

async function answerAll(page: Page): Promise<void> {
  for (const { id } of course.lessons.flatMap((each) => each.questions)) await answer(page.request, id, "right", "likely");
}

test("a new reader sees the whole climb and starts with the first question", async ({ page }) => {
  await page.goto("/ru");
  await expect(page.getByText(ru.map.lead.empty)).toBeVisible();
  await expect(profile(page).getByText(ru.map.you)).toBeVisible();
  await expect(dots(page)).toHaveCount(questions.length);
  for (const { title } of course.lessons) {
    await expect(page.getByText(title.ru).filter({ visible: true }).first()).toBeVisible();
  }
  await page.getByRole("link", { name: ru.map.start }).click();
  await expect(page).toHaveURL(address(at(0).id));
});

test("unwritten lessons have a name and are in preparation, without link and without minutes", async ({ page }) => {
  await page.goto("/en");
  for (const unwritten of course.lessons.filter(({ written }) => !written)) {
    await expect(page.getByRole("link", { name: unwritten.title.en })).toHaveCount(0);
    const row = page.getByRole("main").locator("section li").filter({ hasText: unwritten.title.en });
    await expect(row).toContainText(en.map.inPreparation);
    await expect(row).not.toContainText("minute");
  }
});

test("the map is a list: every dot says its number, its question and its state", async ({ page }) => {
  await answer(page.request, at(0).id, "right", "sure");
  await answer(page.request, at(1).id, "wrong", "sure");
  await page.goto("/ru");
  await expect(dots(page).nth(0)).toHaveAccessibleName(`Вопрос 1: ${at(0).title.ru} (${ru.progress.states["right-first"]})`);
  await expect(dots(page).nth(1)).toHaveAccessibleName(`Вопрос 2: ${at(1).title.ru} (${ru.progress.states["second-try"]})`);
  await expect(dots(page).nth(1)).toHaveAttribute("aria-current", "step");
  await expect(dots(page).nth(2)).toHaveAccessibleName(`Вопрос 3: ${at(2).title.ru} (${ru.progress.states.open})`);
  await expectAccessible(page);
});

test("by keyboard alone: from the top of the page to a dot and on to its question", async ({ page }) => {
  await page.goto("/ru");
  const dot = dots(page).nth(2);
  for (let stop = 0; stop < 30; stop += 1) {
    await page.keyboard.press("Tab");
    if (await dot.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(dot).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(address(at(2).id));
});

test("it continues where the reader stopped, on the map and on the progress page", async ({ page }) => {
  const complaints = watch(page);
  await answer(page.request, at(0).id, "wrong", "sure");
  await answer(page.request, at(0).id, "wrong again", "sure");
  await answer(page.request, at(1).id, "right", "guess");

  await page.goto("/ru");
  await expect(page.getByRole("heading", { name: ru.map.nextTitle })).toBeVisible();
  await expect(page.getByText(`Урок 1, вопрос 3 из ${questions.length}`)).toBeVisible();
  await page.getByRole("link", { name: ru.map.openQuestion }).click();
  await expect(page).toHaveURL(address(at(2).id));

  await page.goto("/ru/progress");
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows.first()).toContainText(at(0).title.ru);
  await expect(rows.first()).toContainText(ru.progress.states.wrong);
  await expect(rows.first()).toContainText(ru.progress.confidence.sure);
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(ru.progress.sureAndWrong);
  // Once among the misleading ones, then every question of the written lessons in its order.
  await expect(rows).toHaveCount(1 + course.lessons.flatMap((one) => one.questions).length);
  await expect(rows.nth(2)).toContainText(ru.progress.states["right-first"]);
  await expect(rows.nth(2)).toContainText(ru.progress.confidence.guess);
  await expect(rows.nth(3)).toContainText(ru.progress.states.open);
  await rows.first().getByRole("link").click();
  await expect(page).toHaveURL(address(at(0).id));
  expect(complaints).toEqual([]);
});

test("progress belongs to the learner, not to the language", async ({ page }) => {
  await answer(page.request, at(0).id, "right", "sure");
  await page.goto("/en/progress");
  await expect(page.getByText(en.progress.noSureAndWrong)).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText(en.progress.states["right-first"]);
});

test("with every written question settled it says so and leads to the answers", async ({ page }) => {
  await answerAll(page);
  await page.goto("/en");
  await expect(page.getByText("behind you: everything that is written")).toBeVisible();
  await expect(page.getByRole("heading", { name: en.map.nextLessonTitle })).toBeVisible();
  await page.getByRole("link", { name: en.map.reread }).click();
  await expect(page).toHaveURL("/en/progress");
  await expect(page.getByRole("link", { name: en.progress.continue })).toHaveCount(0);
});

test("on a phone the profile stands upright, and its lessons lead on", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await answer(page.request, at(0).id, "right", "sure");
  await page.goto("/ru");
  await expect(profile(page)).toHaveCount(1);
  const box = await profile(page).boundingBox();
  expect(box?.height).toBeGreaterThan(box?.width ?? Infinity);
  await expect(profile(page).getByText(ru.map.you)).toBeVisible();
  await expectAccessible(page);
  await profile(page).getByRole("link", { name: lesson.title.ru }).click();
  await expect(page).toHaveURL(`/ru/lessons/${lesson.slug}`);
});

test("while the database does not answer, pages stay readable and say what is missing", async ({ browser }) => {
  const databaseUrl = "postgresql://nobody:nothing@127.0.0.1:9/none";
  const server = await startApp({ databaseUrl, port: await freePort() });
  try {
    const context = await browser.newContext({ baseURL: server.origin });
    // Somebody who has answered before: without the cookie no database is asked.
    await context.addCookies([{ name: "learner", value: "0b0e7a52-6c1f-4f3e-9d0a-3f1c2b4d5e6f", url: server.origin }]);
    const page = await context.newPage();
    const complaints = watch(page);
    for (const path of ["/ru", "/ru/progress"]) {
      expect((await page.goto(path))?.status()).toBe(200);
      await expect(page.getByRole("status")).toHaveText(ru.progress.unavailable);
      await expect(page.getByText(ru.map.you)).toHaveCount(0);
    }
    await expectAccessible(page);
    expect((await page.goto(`/ru/lessons/${lesson.slug}`))?.status()).toBe(200);
    expect(complaints).toEqual([]);
    await context.close();
  } finally {
    await server.stop();
  }
});
