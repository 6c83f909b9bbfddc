import { expect, test } from "@playwright/test";
import { LessonPage } from "./lesson-page";
import { languages } from "./support/looks";
import { watch } from "./support/page-checks";

for (const locale of languages("ru")) {
  test(`the whole lesson, in ${locale}`, async ({ page }) => {
    const complaints = watch(page);
    const lesson = new LessonPage(page, locale);
    await lesson.open();
    const summary = page.locator("#summary details > div");
    await expect(summary).toBeHidden();

    await test.step("the first try is wrong: verdict and feedback, no key and no explanation", async () => {
      const question = lesson.question(0);
      await question.answer(question.wrongAnswer(), "sure");
      await question.expectVerdict("wrongFirst");
      await expect(question.status).toContainText(lesson.words.sureAndWrong);
      await expect(question.root).toContainText(question.feedbackOn(question.wrongAnswer()));
      await expect(question.root).not.toContainText(question.explanation);
      await expect(question.root).not.toContainText(lesson.words.rightAnswer);
      await expect(question.mainButton).toHaveText(lesson.words.secondTry);
    });

    await test.step("the second try is right: explanation, and why not the others", async () => {
      const question = lesson.question(0);
      await question.mainButton.click();
      await question.answer(question.key);
      await question.expectVerdict("rightSecond");
      await expect(question.root).toContainText(question.explanation);
      await expect(question.root).toContainText(lesson.words.yourFirstTry);
      const other = question.feedbackOn(question.wrongAnswer(1));
      await expect(question.root.getByText(other)).toBeHidden();
      await question.others.locator("summary").click();
      await expect(question.root.getByText(other)).toBeVisible();
    });

    await test.step("giving up shows the answer", async () => {
      const question = lesson.question(1);
      await expect(question.showAnswer).toBeHidden();
      await question.answer(question.wrongAnswer(), "guess");
      await question.expectVerdict("wrongFirst");
      await question.showAnswer.click();
      await question.expectVerdict("gaveUp");
      await expect(question.root).toContainText(lesson.words.rightAnswer);
      await expect(question.root).toContainText(question.explanation);
    });

    await test.step("two wrong tries show the answer too", async () => {
      const question = lesson.question(2);
      await question.answer(question.wrongAnswer(), "guess");
      await question.mainButton.filter({ hasText: lesson.words.secondTry }).click();
      await question.answer(question.wrongAnswer(1), "guess");
      await question.expectVerdict("wrongSecond");
      await expect(question.root).toContainText(question.feedbackOn(question.key));
    });

    await test.step("the rest is right at once, and only then the summary opens by itself", async () => {
      for (const question of lesson.questions.slice(3)) {
        await expect(summary).toBeHidden();
        await question.answer(question.key, "sure");
        await question.expectVerdict("rightFirst");
      }
      await expect(summary).toBeVisible();
    });

    await test.step("a reload shows the same", async () => {
      // Diagrams are drawn when they come near, and all of them for paper.
      const everything = () =>
        page.locator("article").evaluate((article) => {
          dispatchEvent(new Event("beforeprint"));
          return (article as HTMLElement).innerText;
        });
      await everything();
      const shown = await everything();
      await page.reload();
      await lesson.ready();
      await expect(summary).toBeVisible();
      // What the reader had unfolded is folded again; everything else stands as it stood.
      await lesson.question(0).others.locator("summary").click();
      // Runs are loaded after the page, and drawn when they have their room.
      await expect.poll(everything, { timeout: 30_000 }).toBe(shown);
    });

    expect(complaints).toEqual([]);
  });
}

test("what a commit lacks is said in words, and nothing is sent", async ({ page }) => {
  const lesson = new LessonPage(page, "en");
  const { missing } = lesson.words;
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await lesson.open();

  const choice = lesson.first("choice");
  await choice.mainButton.click();
  await expect(choice.status).toHaveText(`${missing.option} ${missing.confidence}`);
  await choice.confide("guess");
  await expect(choice.status).toBeEmpty();
  await choice.mainButton.click();
  await expect(choice.status).toHaveText(missing.option);

  const number = lesson.first("number");
  await number.confide("likely");
  await number.mainButton.click();
  await expect(number.status).toHaveText(missing.value);
  for (const text of ["many", "-3", "2.5", "1e5"]) {
    await number.field.fill(text);
    await number.field.press("Enter");
    await expect(number.status).toHaveText(missing.number);
    await expect(number.field).toHaveAccessibleDescription(missing.number);
  }
  expect(posts).toEqual([]);
});

test("a number may be written the way the page writes it", async ({ page }) => {
  const lesson = new LessonPage(page, "en");
  await lesson.open();
  const number = lesson.first("number");
  const wrong = number.wrongAnswer();
  if (wrong.kind !== "number" || number.key.kind !== "number") throw new Error("This question asks for no number.");
  await number.answer(wrong);
  await number.expectVerdict("wrongFirst");
  await expect(number.root).toContainText(number.feedbackOn(wrong));
  await number.mainButton.click();

  await number.answer(wrong);
  await expect(number.status).toHaveText(lesson.words.missing.same);
  await number.field.fill(number.key.value.toLocaleString("en"));
  await number.mainButton.click();
  await number.expectVerdict("rightSecond");
});

test("a second tab shows the same verdict and the same order", async ({ page, context }) => {
  const lesson = new LessonPage(page, "ru");
  await lesson.open();
  const question = lesson.first("choice");
  await question.answer(question.wrongAnswer());
  await question.expectVerdict("wrongFirst");

  const other = new LessonPage(await context.newPage(), "ru");
  await other.open();
  expect(await other.first("choice").root.innerText()).toBe(await question.root.innerText());
  const english = new LessonPage(await context.newPage(), "en");
  await english.open();
  await english.first("choice").expectVerdict("wrongFirst");
});

test("a tab that answers what another one has settled shows what is stored", async ({ page, context }) => {
  const lesson = new LessonPage(page, "en");
  await lesson.open();
  const late = new LessonPage(await context.newPage(), "en");
  await late.open();

  const question = lesson.first("choice");
  await question.answer(question.key, "sure");
  await question.expectVerdict("rightFirst");

  const lateQuestion = late.first("choice");
  await lateQuestion.answer(lateQuestion.wrongAnswer(), "guess");
  await lateQuestion.expectVerdict("rightFirst");
  // The run under the answer is loaded when it is needed.
  await expect(async () => {
    expect(await lateQuestion.root.innerText()).toBe(await question.root.innerText());
  }).toPass({ timeout: 20_000 });
});

test("without script the lesson can be read, and says what answering needs", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  const lesson = new LessonPage(await context.newPage(), "en");
  await lesson.page.goto(lesson.path);
  const question = lesson.first("choice");
  await expect(question.options.first()).toBeVisible();
  const hint = question.root.locator("noscript > p");
  await expect(hint).toHaveText(lesson.words.withoutScript);
  await expect(hint).toBeVisible();
  await expect(question.mainButton).toBeHidden();

  // The tabs of the code are radio buttons and need no script.
  const snippet = lesson.page.locator("figure").first();
  await snippet.getByText("Python").click();
  await expect(snippet.getByText("def handle")).toBeVisible();
  await expect(snippet.getByText("export default async function")).toBeHidden();
  await context.close();
});

test("copied code is the code alone", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const lesson = new LessonPage(page, "en");
  await lesson.open();
  const copied = await page.evaluate(async () => {
    const code = document.querySelector("pre code");
    if (code) getSelection()?.selectAllChildren(code);
    document.execCommand("copy");
    return navigator.clipboard.readText();
  });
  expect(copied).toContain("export default async function handle(\n  msg: Message,\n");
  expect(copied).not.toMatch(/^\s*\d+\s/m);
});

test("a lesson that does not exist is a page that does not exist", async ({ request }) => {
  for (const path of ["/en/lessons/no-such-lesson", "/ru/lessons/o12-dedup-spike", "/en/lessons/..%2f..%2fsecret"]) {
    expect((await request.get(path)).status()).toBe(404);
  }
});

test("the page names itself, its description and its other language", async ({ page }) => {
  await page.goto(new LessonPage(page, "ru").path);
  await expect(page).toHaveTitle(/Гарантии доставки/);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /окно краша/);
  await expect(page.locator('link[rel="alternate"][hreflang="en"]')).toHaveAttribute("href", /\/en\/lessons\//);
});
