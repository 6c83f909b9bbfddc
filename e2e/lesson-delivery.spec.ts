import { expect, test, type Page, type Route } from "@playwright/test";
import type { AttemptRequest } from "@/lib/progress/contract";
import { LessonPage } from "./lesson-page";

const api = "**/api/attempts";

/** Ids of all attempts that the page sends, in order. */
function sentIds(page: Page): string[] {
  const ids: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/attempts")) ids.push((request.postDataJSON() as AttemptRequest).id);
  });
  return ids;
}

function problem(status: number, detail: string, headers: Record<string, string> = {}) {
  return (route: Route) =>
    route.fulfill({
      status,
      contentType: "application/problem+json",
      headers,
      body: JSON.stringify({ type: "/problems/test", title: "Test", status, detail }),
    });
}

test("a commit in a tunnel is locked and arrives once, as the same attempt", async ({ page, context }) => {
  const lesson = new LessonPage(page, "en");
  const ids = sentIds(page);
  await lesson.open();
  const question = lesson.first("choice");
  await question.fill(question.key, "sure");
  await context.setOffline(true);
  await question.mainButton.click();

  await expect(question.status).toHaveText(lesson.words.waitingBecause.offline);
  await expect(question.root).toContainText(lesson.words.waiting);
  await expect(question.root).toContainText(lesson.words.yourAnswer);
  await expect(question.options).toHaveCount(0);
  await expect(question.mainButton).toBeFocused();

  await context.setOffline(false);
  await question.expectVerdict("rightFirst");
  await expect(question.root).toContainText(lesson.words.saved);
  expect(new Set(ids).size).toBe(1);
});

test("what is filled in but not committed outlives a reload and goes along into the other language", async ({ page }) => {
  const lesson = new LessonPage(page, "en");
  const other = new LessonPage(page, "ru");
  await lesson.open();
  const choice = lesson.first("choice");
  const number = lesson.first("number");
  await choice.fill(choice.wrongAnswer(), "likely");
  await number.fill(number.wrongAnswer(), "guess");

  await page.reload();
  await lesson.ready();
  await choice.expectFilled(choice.wrongAnswer(), "likely");
  await page.locator("a[hreflang=ru]").first().click();
  await other.ready();
  await other.first("choice").expectFilled(choice.wrongAnswer(), "likely");
  await other.first("number").expectFilled(number.wrongAnswer(), "guess");
});

test("two answers committed in a tunnel arrive one after the other, as those of one learner", async ({ page, context }) => {
  const lesson = new LessonPage(page, "en");
  await lesson.open();
  await context.setOffline(true);
  const [first, second] = [lesson.question(0), lesson.question(1)];
  await first.answer(first.wrongAnswer());
  await second.answer(second.wrongAnswer());
  await expect(second.status).toHaveText(lesson.words.waitingBecause.offline);

  await context.setOffline(false);
  await first.expectVerdict("wrongFirst");
  await second.expectVerdict("wrongFirst");
  await page.reload();
  await first.expectVerdict("wrongFirst");
  await second.expectVerdict("wrongFirst");
});

test("first answers committed in two tabs are those of one learner", async ({ page, context }) => {
  const lessons = [new LessonPage(page, "en"), new LessonPage(await context.newPage(), "en")];
  for (const lesson of lessons) await lesson.open();
  await context.setOffline(true);
  for (const [index, lesson] of lessons.entries()) {
    const question = lesson.question(index);
    await question.answer(question.wrongAnswer());
    await expect(question.status).toHaveText(lesson.words.waitingBecause.offline);
  }
  await context.setOffline(false);
  for (const [index, lesson] of lessons.entries()) await lesson.question(index).expectVerdict("wrongFirst");

  await page.reload();
  for (const index of lessons.keys()) await new LessonPage(page, "en").question(index).expectVerdict("wrongFirst");
});

test("a reload before the reply sends the same attempt again", async ({ page }) => {
  const lesson = new LessonPage(page, "ru");
  const ids = sentIds(page);
  await lesson.open();
  await page.route(api, (route) => route.abort());
  const question = lesson.first("choice");
  await question.answer(question.wrongAnswer(), "guess");
  await expect(question.status).toHaveText(lesson.words.waitingBecause.unreachable);

  await page.reload();
  await expect(question.root).toContainText(lesson.words.yourAnswer);
  await expect(question.status).toHaveText(lesson.words.waitingBecause.unreachable);
  await page.unroute(api);
  await question.root.getByRole("button", { name: lesson.words.sendNow }).click();
  await question.expectVerdict("wrongFirst");
  expect(ids.length).toBeGreaterThan(2);
  expect(new Set(ids).size).toBe(1);

  await page.reload();
  await question.expectVerdict("wrongFirst");
});

test("a reply lost after the answer was recorded costs nothing", async ({ page }) => {
  const lesson = new LessonPage(page, "en");
  await lesson.open();
  let lost = 0;
  // The server gets the request and answers; the browser never hears of it, nor of its cookie.
  await page.route(api, async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await fetch(route.request().url(), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: route.request().postData(),
    });
    await route.abort();
  });
  const question = lesson.first("choice");
  await question.answer(question.key, "sure");
  await question.expectVerdict("rightFirst");
  expect(lost).toBe(1);
  await page.reload();
  await question.expectVerdict("rightFirst");
});

test("what the server refuses is said in words: 429 and 503 are repeated by themselves, 422 can be answered again, 409 loads what is stored", async ({ page }) => {
  const lesson = new LessonPage(page, "en");
  const ids = sentIds(page);
  await lesson.open();
  const sentSince = (before: number) => ids.slice(before);

  for (const [index, status] of [429, 503].entries()) {
    await test.step(`${status}`, async () => {
      const before = ids.length;
      await page.route(api, problem(status, "Busy.", { "Retry-After": "1" }), { times: 1 });
      const question = lesson.question(index);
      await question.answer(question.key);
      await expect(question.status).toHaveText(lesson.words.waitingBecause.busy);
      await question.expectVerdict("rightFirst");
      expect(sentSince(before)).toHaveLength(2);
      expect(new Set(sentSince(before)).size).toBe(1);
    });
  }

  await test.step("422", async () => {
    const before = ids.length;
    await page.route(api, problem(422, "The server does not know this version."), { times: 1 });
    const question = lesson.question(2);
    await question.answer(question.key);
    await expect(question.status).toHaveText("The server does not know this version.");
    await expect(question.root).toContainText(lesson.words.notAccepted);
    await question.root.getByRole("button", { name: lesson.words.answerAgain }).click();
    await question.answer(question.key);
    await question.expectVerdict("rightFirst");
    expect(new Set(sentSince(before)).size).toBe(2);
  });

  await test.step("409", async () => {
    await page.route(api, problem(409, "Settled."), { times: 1 });
    const question = lesson.question(3);
    await question.answer(question.key);
    // Nothing is stored for this reader: the question is open again.
    await expect(question.root.getByRole("button", { name: lesson.words.commit })).toBeVisible();
    await question.answer(question.key);
    await question.expectVerdict("rightFirst");
  });
});
