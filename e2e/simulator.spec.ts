import { expect, type Page } from "@playwright/test";
import type { Locale } from "@/lib/locale";
import { LessonPage, slug } from "./lesson-page";
import { changeRuns, RunOnPage, withSource } from "./run-on-page";
import { languages, looks } from "./support/looks";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks";
import { test } from "./support/watched-page";

/** How long the engine may take from the press to the first step, in ms, on a machine that does nothing else. */
const engineGoal = 1500;
/** The machine that runs the tests does much else. */
const patience = 8;

/** Opens the lesson and answers its first question right: its run lies open. */
async function answered(page: Page, locale: Locale = "en"): Promise<RunOnPage> {
  const lesson = new LessonPage(page, locale);
  await lesson.open();
  const question = lesson.question(0);
  await question.answer(question.key);
  await question.expectVerdict("rightFirst");
  const run = new RunOnPage(page, question, locale);
  await expect(run.root).toBeVisible();
  return run;
}

const enginesFiles = (page: Page): string[] => {
  const files: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/engine/")) files.push(pathname);
  });
  return files;
};

for (const locale of languages("ru")) {
  test(`the run lies open after the commit, without the engine, in ${locale}`, async ({ page }) => {
    const files = enginesFiles(page);
    const run = await answered(page, locale);
    await expect(run.rows).toHaveCount(11);
    await run.expectAt(11);
    await expect(run.root).toContainText(locale === "ru" ? "2 списания по order-9" : "2 charges for order-9");
    await expect(run.root).toContainText(run.words.verdict.double);
    await run.button("back").click();
    await run.expectAt(10);
    await expect(run.root).toContainText(run.words.verdict.open);
    expect(files).toEqual([]);
  });
}

test("the keyboard alone steps, takes over, chooses, goes back and resets, and the focus is never lost", async ({ page }) => {
  const run = await answered(page);
  await run.button("back").focus();
  await page.keyboard.press("ArrowLeft");
  await run.expectAt(10);
  await page.keyboard.press("Enter");
  await run.expectAt(9);
  await page.keyboard.press("Home");
  await run.expectAt(0);
  await page.keyboard.press("ArrowLeft");
  await run.expectAt(0);
  await page.keyboard.press("ArrowRight");
  await run.expectAt(1);
  await expect(run.sentence).toHaveText("A receives m1.");
  await expect(run.button("back")).toBeFocused();

  await run.button("takeOver").focus();
  await page.keyboard.press("Enter");
  const first = run.choices.getByRole("button").first();
  await expect(first).toBeFocused({ timeout: 30_000 });
  await expect(first).toHaveText("A: SELECT processed, line 7");
  await page.keyboard.press("Enter");
  await run.expectAt(2);
  await expect(run.choice("A: charge, line 13")).toBeFocused();
  await page.keyboard.press("Enter");
  await run.expectAt(3);
  await expect(run.root).toContainText("1 charge for order-9");

  await run.button("back").focus();
  await page.keyboard.press("ArrowLeft");
  await run.expectAt(2);
  await page.keyboard.press("Home");
  await run.expectAt(0);
  await expect(run.button("back")).toBeFocused();

  await run.button("backToShown").focus();
  await page.keyboard.press("Enter");
  await expect(run.button("takeOver")).toBeFocused();
  await expect(run.rows).toHaveCount(11);
});

test("the engine is there in time, and the reader makes a run: a crash, an expiry, the end, and what the operator sees", async ({ page }, { annotations }) => {
  const run = await answered(page);
  await run.button("toStart").click();
  await page.evaluate(() => document.fonts.ready);
  const pressed = Date.now();
  await run.button("takeOver").click();
  await run.choice("A receives m1").click();
  await run.expectAt(1);
  const milliseconds = Date.now() - pressed;
  const description = `${milliseconds} ms from the press to the first step, goal ${engineGoal} ms`;
  annotations.push({ type: "engine", description });
  console.log(`\n  engine: ${description}`);
  expect(milliseconds).toBeLessThan(engineGoal * patience);

  for (const choice of [/^A: SELECT/, /^A: charge/, "A dies here"]) await run.choice(choice).click();
  await run.expectAt(4);
  await expect(run.sentence).toContainText("A dies");
  await expect(run.root).toContainText("at most 2 crashes, 1 expiry");
  await run.choice("The lease of m1 ends").click();
  for (const choice of [/^B receives/, /^B: SELECT/, /^B: charge/]) await run.choice(choice).click();
  await run.choice("The visibility timeout of m1 passes").click();
  for (const choice of [/^B: INSERT/, /^B: ack/]) await run.choice(choice).click();
  await run.expectAt(11);
  await expect(run.root).toContainText(run.words.verdict.double);
  await run.root.getByText(run.words.log).click();
  await expect(run.root.locator("details li")).toHaveText(["A₂ process started"]);
  await expectAccessible(page, run.part);
});

test("loading is said, and can be cancelled", async ({ page }) => {
  let hold: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (hold = resolve));
  await page.route("**/engine/quickjs.wasm", async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const run = await answered(page);
  await run.button("takeOver").click();
  await expect(run.controls.getByRole("status")).toHaveText(run.words.loading);
  await run.button("cancel").click();
  await expect(run.controls.getByRole("status")).toHaveText(run.words.cancelled);
  await expect(run.button("takeOver")).toBeFocused();
  await run.expectAt(11);

  hold();
  await page.unroute("**/engine/quickjs.wasm");
  await run.button("back").click();
  await run.takeOver();
  await run.expectAt(10);
});

test("a link leads back to the run that was made, for who has answered", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const run = await answered(page);
  await run.button("toStart").click();
  await run.takeOver();
  for (const choice of ["B receives m1", /^B: SELECT/, /^B: charge/, "B dies here"]) await run.choice(choice).click();
  await run.expectAt(4);
  const rows = await run.rows.allInnerTexts();
  await run.button("copyLink").click();
  await expect(run.root).toContainText(run.words.copied);
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toContain("&run=B-m1.B-select.B-charge.B-crash&v=");
  expect(page.url()).toBe(address);

  await test.step("opened anew", async () => {
    await page.goto("/en");
    await page.goto(address);
    await run.expectAt(4);
    expect(await run.rows.allInnerTexts()).toEqual(rows);
    await expect(run.root.getByRole("heading", { name: run.words.title })).toBeInViewport();
    await expect(run.root).not.toContainText(run.words.otherVersion);
  });

  await test.step("a step of the recorded run needs no engine", async () => {
    const files = enginesFiles(page);
    await page.goto("/en");
    await page.goto(address.replace(/run=[^&]*/, "run=A-m1.A-select.m1-expiry"));
    await run.expectAt(3);
    await expect(run.rows).toHaveCount(11);
    expect(files).toEqual([]);
  });

  await test.step("made with other code: played as far as possible, and says so", async () => {
    await page.goto("/en");
    await page.goto(address.replace(/[0-9a-f]+$/, "0123456789abcdef").replace("B-select", "A-select"));
    await run.expectAt(1);
    await expect(run.root).toContainText(run.words.otherVersion);
    await expect(run.sentence).toContainText("“A-select” is not possible here. Possible: B-select");
  });

  await test.step("damaged: says so, and shows the recorded run", async () => {
    await page.goto("/en");
    await page.goto(address.replace(/run=.*$/, "run=B-m1.%E0&v=1"));
    await run.expectAt(11);
    await expect(run.root).toContainText(run.words.damagedLink);
  });
});

test("a link to the run of an open question leads to the question, and shows nothing of it", async ({ page, browser, baseURL }) => {
  const run = await answered(page);
  await run.button("back").click();
  await run.button("copyLink").click();
  const { hash, pathname } = new URL(page.url());

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const reader = await context.newPage();
  const files = enginesFiles(reader);
  const lesson = new LessonPage(reader, "en");
  await reader.goto(pathname + hash);
  await lesson.ready();
  const question = lesson.question(0);
  await expect(question.root).toContainText(run.words.linkWaits);
  await expect(question.root).toBeInViewport();
  await expect(question.root.getByRole("table")).toHaveCount(0);

  await question.answer(question.key);
  const opened = new RunOnPage(reader, question, "en");
  await opened.expectAt(10);
  await expect(question.root).not.toContainText(run.words.linkWaits);
  await expect(question.status).toBeInViewport();
  expect(files).toEqual([]);
  await context.close();
});

test("the run is that of the handler's text: a changed text runs otherwise", async ({ page }) => {
  await changeRuns(page, (shown) =>
    withSource(shown, (source) => source.replace(/currency: "eur",\s*\}/, 'currency: "eur" }, { idempotencyKey: msg.id }')),
  );
  const run = await answered(page);
  await run.button("takeOver").click();
  await run.expectAt(11);
  // The recorded run has as many steps: only this one tells that the engine has run.
  await expect(run.root).toContainText("1 charge for order-9", { timeout: 30_000 });
  await expect(run.root).toContainText(run.words.verdict.ok);
  await expect(run.root.getByRole("group", { name: run.words.code })).toContainText("idempotencyKey");
});

test("a handler that cannot run is refused with the line and what to do", async ({ page }) => {
  await changeRuns(page, (shown) => withSource(shown, (source) => source.replace("const seen", "Date.now();\n  const seen")));
  const run = await answered(page);
  await run.button("takeOver").click();
  await expect(run.root).toContainText("Line 7: Date does not exist here. Use clock.now().", { timeout: 30_000 });
  await expect(run.choices).toHaveCount(0);
});

test("a handler that is no TypeScript is refused, and the recorded run stays", async ({ page }) => {
  await changeRuns(page, (shown) => withSource(shown, (source) => source.replace(") {", ") {{")));
  const run = await answered(page);
  await run.button("takeOver").click();
  await expect(run.controls.getByRole("status")).toContainText("this is not valid TypeScript", { timeout: 30_000 });
  await run.expectAt(11);
});

test("WebAssembly is allowed to the engine's files and to no page", async ({ request }) => {
  for (const file of ["worker.js", "realm.js", "quickjs.wasm", "libpg-query.wasm"]) {
    const headers = (await request.get(`/engine/${file}`)).headers();
    expect(headers["content-security-policy"], file).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
  }
  const page = await request.get(`/en/lessons/${slug}`);
  expect(page.headers()["content-security-policy"]).toBeTruthy();
  expect(page.headers()["content-security-policy"]).not.toContain("wasm-unsafe-eval");
});

for (const { locale, colorScheme, width } of looks("wide")) {
  test(`readable and accessible, ${locale}, ${colorScheme}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 844 });
    const run = await answered(page, locale);
    await expectNoSidewaysScroll(page);
    for (let step = 0; step < 4; step += 1) await run.button("back").click();
    await run.takeOver();
    await run.choice(locale === "ru" ? /^A умирает/ : /^A dies/).click();
    await run.expectAt(8);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, run.part);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
}
