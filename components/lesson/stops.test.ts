import { expect, test } from "vitest";
import { questionAnchor, stopsOf } from "@/components/lesson/stops";
import type { PublicLesson, PublicQuestion } from "@/lib/content/compiled";

const question = (id: string, title: string) => ({ id, title }) as PublicQuestion;

const lesson: Pick<PublicLesson, "sections" | "questions"> = {
  sections: [
    { id: "goal", title: "Goal", kind: "goal", questions: [] },
    { id: "race", title: "A race", kind: "snippet", questions: ["course/how-many", "course/repair"] },
    { id: "aside", title: "An aside", kind: "prose", questions: [] },
    { id: "spike", title: "A spike", kind: "snippet", questions: ["course/first-move"] },
    { id: "summary", title: "Summary", kind: "summary", questions: [] },
  ],
  questions: {
    "course/how-many": question("course/how-many", "How many?"),
    "course/repair": question("course/repair", "Which repair?"),
    "course/first-move": question("course/first-move", "First move"),
  },
};

test("the scale counts snippets and questions in the order of the page", () => {
  const words = { goal: "goal", summary: "recap", question: (index: number, title: string) => `Question ${index}: ${title}` };
  expect(stopsOf(lesson, words).map(({ anchor, mark, name }) => [anchor, mark, name])).toEqual([
    ["goal", "goal", "Goal"],
    ["race", "1", "A race"],
    ["how-many", "", "Question 1: How many?"],
    ["repair", "", "Question 2: Which repair?"],
    ["aside", "", "An aside"],
    ["spike", "2", "A spike"],
    ["first-move", "", "Question 3: First move"],
    ["summary", "recap", "Summary"],
  ]);
});

test("a question's anchor is its id without the lesson", () => {
  expect(questionAnchor("reading-code-and-logs/race-on-rebalance")).toBe("race-on-rebalance");
});
