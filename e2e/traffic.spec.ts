import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import en from "@/content/messages/en.json" with { type: "json" };
import ru from "@/content/messages/ru.json" with { type: "json" };
import type { TrafficResult } from "@/lib/simulator/traffic/traffic";
import { LessonPage } from "./lesson-page";
import { languages } from "./support/looks";
import { expectAccessible } from "./support/page-checks";

const recorded = JSON.parse(
  readFileSync(fileURLToPath(new URL("../content/scenarios/metric-spike/traffic.json", import.meta.url)), "utf8"),
) as { results: TrafficResult[] };

const words = { ru: ru.traffic, en: en.traffic };

for (const locale of languages("ru")) {
  const wordsOf = words[locale];
  test(`the metric's question is answered with the run that drew it, under every cause, in ${locale}`, async ({ page }) => {
    const lesson = new LessonPage(page, locale);
    const number = (count: number) => new Intl.NumberFormat(locale).format(count);
    await lesson.open("#effects-during-the-spike");
    const question = lesson.questions.find(({ anchor }) => anchor === "effects-during-the-spike");
    if (!question) throw new Error("The lesson has no question about the effects during the spike.");
    const figure = page.getByRole("region", { name: wordsOf.title });

    await question.answer(question.wrongAnswer());
    await question.expectVerdict("wrongFirst");
    await expect(figure).toHaveCount(0);
    await question.mainButton.click();
    await question.answer(question.key);
    await expect(figure.getByRole("status")).toContainText(wordsOf.calm);

    const rows = figure.getByRole("table", { name: wordsOf.all }).getByRole("row");
    await expect(rows).toHaveCount(1 + recorded.results.length);
    for (const [index, { during, emergency }] of recorded.results.entries()) {
      await expect(rows.nth(index + 1)).toContainText(number(during.hits.completed));
      await expect(rows.nth(index + 1).getByRole("cell").first()).toHaveText(emergency ? wordsOf.yes : wordsOf.no);
    }

    const short = recorded.results.findIndex(({ cause }) => cause === "retention-too-short");
    await figure.getByRole("radio").nth(short).check();
    const { messages } = recorded.results[short] as TrafficResult;
    await expect(figure.getByRole("status")).toContainText(wordsOf.more);
    await expect(figure.getByRole("status")).toContainText(number(messages.effects - messages.distinct));
    await expectAccessible(page, "#effects-during-the-spike");
  });
}
