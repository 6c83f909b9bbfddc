import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import en from "@/content/messages/en.json" with { type: "json" };
import ru from "@/content/messages/ru.json" with { type: "json" };
import { LessonPage } from "./lesson-page";
import { RunOnPage } from "./run-on-page";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks";
import { test } from "./support/watched-page";

// The learner's own handler: written, refuted or proved. The watched page also fails on a request to another host and on
// anything that the content security policy refuses.

const words = { ru, en };
const scenario = "select-then-act";
const codeOf = (name: string) => readFileSync(`content/scenarios/${scenario}/handlers/${name}.ts`, "utf8");
/** Plausible, and wrong: nothing keeps a second charge away. */
const wrong = codeOf("tempting-for-update");
const right = codeOf("fixed");
/** One language in the quick run: the sentences are compared by a unit test. */
const locales = process.env.TEST_LONG ? (["ru", "en"] as const) : (["ru"] as const);
const slow = { timeout: 40_000 };

class Room {
  readonly root: Locator;
  readonly plain: Locator;
  readonly editor: Locator;
  readonly words: typeof ru.repair;

  constructor(
    readonly page: Page,
    locale: "ru" | "en",
  ) {
    this.words = words[locale].repair;
    this.root = page.getByRole("region", { name: this.words.title });
    this.plain = this.root.locator("textarea").and(page.getByLabel(this.words.editor, { exact: true }));
    this.editor = this.root.locator(".monaco-editor").first();
  }

  button(name: "prove" | "stop" | "reset" | "resetYes" | "keep" | "undo" | "linkTake" | "copyLink"): Locator {
    return this.root.getByRole("button", { name: this.words[name], exact: true });
  }

  /** Replaces the whole text in the large editor, as somebody who pastes does. */
  async paste(code: string): Promise<void> {
    await this.editor.locator(".view-lines").click();
    await this.page.keyboard.press("ControlOrMeta+A");
    await this.page.evaluate((text) => {
      const clipboard = new DataTransfer();
      clipboard.setData("text/plain", text);
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true, cancelable: true }));
    }, code);
  }
}

for (const locale of locales) {
  test(`predict, attack, repair, prove, in ${locale}`, async ({ page }) => {
    test.setTimeout(120_000);
    const lesson = new LessonPage(page, locale);
    await lesson.open();
    const question = lesson.questions.find(({ anchor }) => anchor === "race-on-rebalance");
    if (!question) throw new Error("the question is gone");
    await question.answer(question.key);
    const run = new RunOnPage(page, question, locale);
    await run.root.getByRole("link", { name: words[locale].repair.lesson }).click();
    await expect(page).toHaveURL(new RegExp(`/lab/${scenario}\\?handler=own$`));

    const room = new Room(page, locale);
    await expect(room.editor).toBeVisible(slow);
    await room.paste(wrong);
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(room.root.getByText(room.words.refuted, { exact: true })).toBeVisible(slow);
    await expect(room.root.getByText(room.words.open.double)).toBeVisible();
    // The run stands in the diagram, and its table names the lines of the learner's code.
    const table = page.locator("#diagram").getByRole("table", { name: words[locale].simulator.table });
    const line = wrong.split("\n").findIndex((text) => text.includes("charges.create")) + 1;
    await expect(table.getByText(`:${line}`, { exact: true }).first()).toBeVisible();

    await room.paste(right);
    await expect(room.root.getByText(room.words.again)).toBeVisible();
    await room.button("prove").click();
    await expect(room.root.getByText(room.words.proved, { exact: true })).toBeVisible(slow);
    await expect(room.root.getByRole("status").filter({ hasText: "stale-ack=ignore" })).toBeVisible();
    await expect(page.locator("#schedules").getByRole("table").last()).toHaveAttribute("data-proved", "true", slow);
    await expect(room.root.getByText(room.words.server.holds)).toBeVisible(slow);
    // A proof takes no step of the editing back.
    await room.editor.locator(".view-lines").click();
    await page.keyboard.press("ControlOrMeta+Z");
    await expect(room.root.getByText(room.words.again)).toBeVisible();
    await expectAccessible(page, "section[aria-labelledby=repair]");
  });
}

for (const locale of locales) {
  test(`the editor completes the calls of the ports and explains them, in ${locale}`, async ({ page }) => {
    const room = new Room(page, locale);
    await page.goto(`/${locale}/lab/${scenario}?handler=own`);
    await expect(room.editor.locator(".view-line").first()).toBeVisible(slow);
    const head = 'import type { Message, Ports } from "crash-window";\n\nexport default async function handle(msg: Message, { stripe }: Ports) {\n';
    await room.paste(`${head}  await stripe`);
    await page.keyboard.type(".");
    const suggested = page.locator(".suggest-widget .monaco-list-row", { hasText: "charges" });
    await expect(suggested).toBeVisible(slow);
    await page.keyboard.press("Escape");
    await page.keyboard.type("charges.create");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+K");
    await page.keyboard.press("ControlOrMeta+I");
    const explained = locale === "ru" ? "Без ключа каждый вызов — новое списание" : "Without a key every call is a new charge";
    await expect(page.locator(".monaco-hover", { hasText: explained }).first()).toBeVisible(slow);
  });
}

test("the large editor opens where motion is reduced, too, and Escape and Tab lead out of it", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
  const room = new Room(page, "en");
  await page.goto(`/en/lab/crash-before-ack?handler=own`);
  await expect(room.editor.locator(".view-line").first()).toBeVisible(slow);
  await room.editor.locator(".view-lines").click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(room.editor.locator(":focus")).toHaveCount(0);
});

test("without the files of the large editor the plain field stays, and says so", async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: baseURL ?? "" });
  await page.route("**/editor/**", (route) => route.abort());
  const room = new Room(page, "en");
  await page.goto(`/en/lab/crash-before-ack?handler=own`);
  await expect(room.root.getByText(room.words.editorFailed)).toBeVisible(slow);
  await expect(room.plain).toHaveValue(/export default/);
  await page.close();
});

test("on a phone a plain field does: what is written is kept, and a link replaces nothing unasked", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const room = new Room(page, "en");
  await page.goto(`/en/lab/crash-before-ack?handler=own`);
  await expect(room.plain).toHaveValue(/export default/);
  const given = await room.plain.inputValue();
  await room.plain.fill("export default async function handle( {");
  await room.button("prove").click();
  await expect(room.root.getByText(/^Line 1, column \d+: this is not valid TypeScript/)).toBeVisible(slow);
  await page.reload();
  await expect(room.plain).toHaveValue("export default async function handle( {");

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await room.button("copyLink").click();
  await expect(room.root.getByText(room.words.linkCopied)).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await room.plain.fill("// mine\n");
  await page.goto("about:blank");
  await page.goto(link);
  await expect(room.root.getByText(room.words.linkOffer)).toBeVisible();
  await expect(room.plain).toHaveValue("// mine\n");
  await room.button("linkTake").click();
  await expect(room.plain).toHaveValue("export default async function handle( {");
  await room.button("undo").click();
  await expect(room.plain).toHaveValue("// mine\n");
  await page.goto("about:blank");
  await page.goto(link.slice(0, -8));
  await expect(room.root.getByText(room.words.linkDamaged)).toBeVisible();

  await room.button("reset").click();
  await room.button("keep").click();
  await expect(room.plain).toHaveValue("// mine\n");
  await room.button("reset").click();
  await room.button("resetYes").click();
  await expect(room.plain).toHaveValue(given);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "section[aria-labelledby=repair]");
});
