import { fileURLToPath } from "node:url";
import { expect, type Locator, type Page } from "@playwright/test";
import en from "@/content/messages/en.json" with { type: "json" };
import ru from "@/content/messages/ru.json" with { type: "json" };
import type { Answer, PublicQuestion, Rich, SecretQuestion } from "@/lib/content/compiled";
import { contentStore } from "@/lib/content/store";
import type { Locale } from "@/lib/locale";
import type { Confidence } from "@/lib/progress/contract";

export const slug = "reading-code-and-logs";

/** The compiled content that the pages under test show. */
export const content = contentStore(fileURLToPath(new URL("../generated/content", import.meta.url)), { watch: false });

/** A lesson as a reader meets it, with the answers known. */
export class LessonPage {
  readonly words: typeof ru.question;
  readonly lessonWords: typeof ru.lesson;
  readonly questions: QuestionOnPage[];

  constructor(
    readonly page: Page,
    readonly locale: Locale,
    private readonly slugOfLesson = slug,
  ) {
    const messages = locale === "ru" ? ru : en;
    this.words = messages.question;
    this.lessonWords = messages.lesson;
    const lesson = content.publicLesson(this.slugOfLesson, locale);
    if (!lesson) throw new Error("There is no compiled lesson. Run: npm run content:compile");
    const ids = lesson.sections.flatMap(({ questions }) => questions);
    this.questions = ids.flatMap((id) => {
      const question = lesson.questions[id];
      return question ? [new QuestionOnPage(page, question, this.words, locale)] : [];
    });
  }

  get path(): string {
    return `/${this.locale}/lessons/${this.slugOfLesson}`;
  }

  /** Opens the lesson and waits until its questions react. */
  async open(anchor = ""): Promise<void> {
    await this.page.goto(this.path + anchor);
    await this.ready();
  }

  async ready(): Promise<void> {
    // The scale learns the place of the reader from the script that also makes the questions react.
    await expect(this.page.locator("[data-here]").first()).toBeAttached({ timeout: 30_000 });
  }

  /** The first question of this kind, in the order of the page. */
  first(kind: PublicQuestion["kind"]): QuestionOnPage {
    const found = this.questions.find(({ question }) => question.kind === kind);
    if (!found) throw new Error(`The lesson has no question of the kind ${kind}.`);
    return found;
  }

  question(index: number): QuestionOnPage {
    const found = this.questions[index];
    if (!found) throw new Error(`The lesson has no question ${index + 1}.`);
    return found;
  }
}

export class QuestionOnPage {
  readonly root: Locator;
  readonly status: Locator;
  /** The one that commits, opens the second try, leads on. */
  readonly mainButton: Locator;
  readonly showAnswer: Locator;
  readonly options: Locator;
  readonly field: Locator;
  readonly others: Locator;

  constructor(
    private readonly page: Page,
    readonly question: PublicQuestion,
    private readonly words: typeof ru.question,
    private readonly locale: Locale,
  ) {
    this.root = page.locator(`[id="${this.anchor}"]`);
    // The run under a settled answer has a status of its own.
    this.status = this.root.locator(`[id="${this.anchor}-status"][role="status"]`);
    this.mainButton = this.root.locator("form").getByRole("button").last();
    this.showAnswer = this.root.getByRole("button", { name: words.showAnswer });
    this.options = this.root.locator('input[name="answer"]:is([type="radio"], [type="checkbox"])');
    this.field = this.root.getByRole("textbox");
    this.others = this.root.locator("details").filter({ hasText: words.others });
  }

  get anchor(): string {
    return this.question.id.split("/")[1] ?? "";
  }

  get secret() {
    const secret = content.secretQuestion(this.question.id);
    if (!secret) throw new Error(`${this.question.id} has no secret half.`);
    return secret;
  }

  get key(): Answer {
    return this.secret.key;
  }

  /** Answers that are wrong, one of each kind that the author thought of. */
  get wrong(): Answer[] {
    return wrongAnswers(this.secret);
  }

  wrongAnswer(index = 0): Answer {
    const answer = this.wrong[index];
    if (!answer) throw new Error(`${this.question.id} has no wrong answer ${index + 1}.`);
    return answer;
  }

  option(id: string): Locator {
    return this.options.and(this.page.locator(`[value="${id}"]`));
  }

  async fill(answer: Answer, confidence: Confidence): Promise<void> {
    if ("option" in answer) await this.option(answer.option).check();
    else if ("value" in answer) await this.field.fill(String(answer.value));
    else if (answer.kind === "several") await this.tick(answer.options);
    else await this.arrange(answer.options);
    await this.confide(confidence);
  }

  async expectFilled(answer: Answer, confidence: Confidence): Promise<void> {
    if ("option" in answer) await expect(this.option(answer.option)).toBeChecked();
    else if ("value" in answer) await expect(this.field).toHaveValue(String(answer.value));
    else for (const [index, id] of answer.options.entries()) await expect(this.given.nth(index)).toHaveValue(id);
    await expect(this.root.getByRole("radio", { name: this.words.confidence[confidence] })).toBeChecked();
  }

  async confide(confidence: Confidence): Promise<void> {
    await this.root.getByRole("radio", { name: this.words.confidence[confidence] }).check();
  }

  async answer(answer: Answer, confidence: Confidence = "likely"): Promise<void> {
    await this.fill(answer, confidence);
    await this.mainButton.click();
  }

  async expectVerdict(verdict: keyof typeof ru.question.verdict): Promise<void> {
    await expect(this.status).toContainText(this.words.verdict[verdict]);
  }

  /** The words of a text of the secret half, enough of them to find it on the page. */
  feedbackOn(answer: Answer): string {
    const { options, wrong } = this.secret;
    if ("value" in answer) return this.phrase(wrong.find(({ value }) => value === answer.value)?.feedback);
    if ("option" in answer) return this.phrase(options.find(({ id }) => id === answer.option)?.feedback);
    if (answer.kind === "order") return this.phrase(this.secret.pairs[0]?.feedback);
    return this.phrase(options.find(({ id, misconception }) => misconception !== null && answer.options.includes(id))?.feedback);
  }

  private phrase(feedback: Record<Locale, Rich> | undefined): string {
    return longestPhrase(feedback?.[this.locale] ?? []);
  }

  /** The fields that hold an answer of several parts, in their order. */
  private get given(): Locator {
    return this.root.locator('input[name="answer"]:checked, input[name="answer"][type="hidden"]');
  }

  private async tick(ids: readonly string[]): Promise<void> {
    const boxes = this.root.locator('input[type="checkbox"]');
    await expect(boxes.first()).toBeVisible();
    for (const box of await boxes.all()) await box.setChecked(ids.includes(await box.inputValue()));
  }

  /** Moves one row after the other up to its place. */
  private async arrange(ids: readonly string[]): Promise<void> {
    for (const [place, id] of ids.entries()) {
      const row = this.root.locator("ol > li").filter({ has: this.page.locator(`input[value="${id}"]`) });
      for (let moves = 0; moves < ids.length; moves += 1) {
        const order = await this.given.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
        if (order.indexOf(id) <= place) break;
        await row.getByRole("button").first().click();
      }
    }
  }

  get explanation(): string {
    return longestPhrase(this.secret.explanation[this.locale]);
  }
}

/** Answers that are wrong, one of each kind that the author thought of. */
export function wrongAnswers({ key, options, wrong, pairs }: SecretQuestion): Answer[] {
  switch (key.kind) {
    case "number":
      return wrong.map(({ value }): Answer => ({ kind: "number", value }));
    case "order":
      return pairs.map(({ first, then }): Answer => ({ kind: "order", options: turnedRound(key.options, first, then) }));
    case "several": {
      const others = options.map(({ id }) => id).filter((id) => !key.options.includes(id));
      return [...others.map((id): Answer => ({ kind: "several", options: [...key.options, id].toSorted() })), { kind: "several", options: key.options.slice(1) }];
    }
    default:
      return options.filter(({ id }) => id !== key.option).map(({ id }): Answer => ({ kind: key.kind, option: id }));
  }
}

/** The right order with `first` moved to the place just before `then`. */
function turnedRound(order: readonly string[], first: string, then: string): string[] {
  return order.flatMap((id) => (id === first ? [] : id === then ? [first, then] : [id]));
}

function longestPhrase(rich: Rich): string {
  const phrases = rich.flatMap((node) => (typeof node === "string" ? node : longestPhrase(node.children)));
  return phrases.toSorted((one, other) => other.length - one.length)[0]?.trim() ?? "";
}
