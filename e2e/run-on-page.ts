import { expect, type Locator, type Page } from "@playwright/test";
import type { ShownRun } from "@/lib/content/compiled";
import type { AttemptReply } from "@/lib/progress/contract";
import type { QuestionOnPage } from "./lesson-page";
import en from "@/content/messages/en.json" with { type: "json" };
import ru from "@/content/messages/ru.json" with { type: "json" };
import type { Locale } from "@/lib/locale";

/** The run under an answered question, as a reader meets it. */
export class RunOnPage {
  readonly words: typeof ru.simulator;
  readonly root: Locator;
  readonly controls: Locator;
  readonly rows: Locator;
  readonly sentence: Locator;
  readonly choices: Locator;
  /** Selects the question with its run, for a look that leaves the rest of the lesson aside. */
  readonly part: string;

  constructor(
    readonly page: Page,
    readonly question: QuestionOnPage,
    locale: Locale,
  ) {
    this.words = (locale === "ru" ? ru : en).simulator;
    this.root = question.root.getByRole("group", { name: this.words.title, exact: true });
    this.controls = this.root.getByRole("group", { name: this.words.controls });
    this.rows = this.root.getByRole("table").locator("tbody tr");
    this.sentence = this.root.locator('[aria-live="polite"]');
    this.part = `[id="${question.anchor}"]`;
    this.choices = this.root.getByRole("group", { name: this.words.next });
  }

  button(name: "toStart" | "back" | "step" | "toEnd" | "takeOver" | "backToShown" | "cancel" | "copyLink"): Locator {
    return this.root.getByRole("button", { name: this.words[name], exact: true });
  }

  choice(name: RegExp | string): Locator {
    return this.root.locator("fieldset").getByRole("button", { name });
  }

  /** Waits until this many steps have happened; the engine may have to load for it. */
  async expectAt(steps: number): Promise<void> {
    const position = new RegExp(`${this.words.stepColumn}\\s*${steps}(?!\\d)`);
    await expect(this.controls).toContainText(position, { timeout: 30_000 });
    const current = this.rows.and(this.page.locator("[aria-current]"));
    await expect(current).toHaveCount(steps === 0 ? 0 : 1);
    if (steps > 0) await expect(current.getByRole("rowheader")).toHaveText(String(steps));
  }

  async takeOver(): Promise<void> {
    await this.button("takeOver").click();
    await expect(this.choices.getByRole("button").first()).toBeVisible({ timeout: 30_000 });
  }
}

/** Lets the page's next answers carry a run that was changed on the way. */
export async function changeRuns(page: Page, change: (run: ShownRun) => ShownRun): Promise<void> {
  await page.route("**/api/attempts", async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as AttemptReply;
    await route.fulfill({ response, json: { ...reply, run: reply.run && change(reply.run) } });
  });
}

/** The same run with another text of its handler. */
export function withSource(run: ShownRun, edit: (source: string) => string): ShownRun {
  const handlers = Object.entries(run.setup.handlers).map(([role, handler]) => [
    role,
    { ...handler, source: edit(handler.source), shipped: false },
  ]);
  return {
    ...run,
    setup: { ...run.setup, handlers: Object.fromEntries(handlers) as ShownRun["setup"]["handlers"] },
  };
}
