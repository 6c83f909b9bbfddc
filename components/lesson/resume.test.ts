import { expect, test } from "vitest";
import { resumeOf } from "@/components/lesson/resume";
import type { PublicLesson, PublicQuestion } from "@/lib/content/compiled";

const asked = ["race", "repair", "crash", "spike"];
const lesson: Pick<PublicLesson, "sections" | "questions" | "minutes"> = {
  minutes: 14,
  sections: [
    { id: "goal", title: "Goal", kind: "goal", questions: [] },
    { id: "code", title: "Code", kind: "snippet", questions: ["lesson/race", "lesson/repair"] },
    { id: "metric", title: "Metric", kind: "snippet", questions: ["lesson/crash", "lesson/spike"] },
  ],
  questions: Object.fromEntries(asked.map((id) => [`lesson/${id}`, { title: `About the ${id}` } as PublicQuestion])),
};

test("who comes back goes on at the first question that is not settled, with the minutes that are left", () => {
  const marks = { "lesson/race": "done", "lesson/repair": "half", "lesson/crash": "open", "lesson/spike": "open" } as const;
  expect(resumeOf(lesson, marks)).toEqual({ anchor: "repair", index: 2, title: "About the repair", minutes: 11 });
});

test("a question that was skipped comes before those after it", () => {
  const marks = { "lesson/race": "open", "lesson/repair": "done" } as const;
  expect(resumeOf(lesson, marks)?.anchor).toBe("race");
});

test("who has not begun, or is through, starts at the top", () => {
  expect(resumeOf(lesson, { "lesson/race": "open" })).toBeNull();
  expect(resumeOf(lesson, Object.fromEntries(asked.map((id) => [`lesson/${id}`, "done" as const])))).toBeNull();
});
