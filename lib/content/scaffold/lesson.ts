import { shortHash } from "../hash";
import { fillIn } from "../unfinished";

export interface LessonPlan {
  slug: string;
  /** Scenario whose handlers the lesson shows; null for a lesson that has only its goal and its summary yet. */
  scenario: string | null;
  /** Question blocks under the snippet. */
  questions: Record<"ru" | "en", string> | null;
}

/** Both languages of a lesson. Every place that only its author can write is left open, and told by the check. */
export function lessonFiles(plan: LessonPlan): Map<string, string> {
  const ru = lesson(plan, "ru", null);
  return new Map([
    [`lessons/${plan.slug}/ru.mdx`, ru],
    [`lessons/${plan.slug}/en.mdx`, lesson(plan, "en", markOf(ru))],
  ]);
}

/** How a translation names the Russian text that it was made from. */
export function markOf(russian: string): string {
  return `ru@${shortHash(russian, 7)}`;
}

const headings = {
  ru: { goal: "Что вы научитесь видеть", summary: "Итог" },
  en: { goal: "What you will learn to see", summary: "Summary" },
};

function lesson({ slug, scenario, questions }: LessonPlan, locale: "ru" | "en", source: string | null): string {
  const { goal, summary } = headings[locale];
  const shown = scenario === null ? [] : snippet(slug, scenario, questions?.[locale] ?? null);
  return [
    "---",
    `title: ${fillIn("the name of the lesson")}`,
    `gist: ${fillIn("one or two sentences under the title, on what breaks and what decides it")}`,
    `description: ${fillIn("one sentence for search engines")}`,
    ...(source === null ? [] : [`source: ${source}`]),
    "---",
    "",
    `## ${goal} [#goal]`,
    "",
    fillIn("what the reader can do after this lesson"),
    "",
    ...shown,
    `## ${summary} [#summary]`,
    "",
    fillIn("the place, the reason and the repair to keep in mind"),
    "",
  ].join("\n");
}

function snippet(slug: string, scenario: string, question: string | null): string[] {
  return [
    `## ${fillIn("what the handler does")} [#${scenario === slug ? "handler" : scenario}]`,
    "",
    fillIn("what calls the handler, what the broker promises, what is stored where"),
    "",
    `<Snippet id="${scenario}" />`,
    "",
    ...(question === null ? [] : [question]),
  ];
}
