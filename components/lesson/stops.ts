import type { PublicLesson } from "@/lib/content/compiled";

/** A point of the lesson on the scale beside it, from the bottom up. */
export interface Stop {
  /** Id of its element on the page. */
  anchor: string;
  /** Question id where the stop is a question. */
  question: string | null;
  /** Written beside the scale; empty for questions and for sections without a mark of their own. */
  mark: string;
  /** In full, for those who do not see the scale. */
  name: string;
}

export interface StopWords {
  goal: string;
  summary: string;
  question: (index: number, title: string) => string;
}

/** The anchor of a question is the second half of its id, the same in both languages. */
export function questionAnchor(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}

/** Sections and questions in the order of the page. Snippets are numbered, as they are in conversation. */
export function stopsOf(lesson: Pick<PublicLesson, "sections" | "questions">, words: StopWords): Stop[] {
  let snippets = 0;
  let questions = 0;
  return lesson.sections.flatMap((section) => {
    const mark = { goal: words.goal, summary: words.summary, prose: "", snippet: "" }[section.kind];
    const stop: Stop = {
      anchor: section.id,
      question: null,
      mark: section.kind === "snippet" ? String(++snippets) : mark,
      name: section.title,
    };
    const asked = section.questions.map((id): Stop => {
      const title = lesson.questions[id]?.title ?? "";
      return { anchor: questionAnchor(id), question: id, mark: "", name: words.question(++questions, title) };
    });
    return [stop, ...asked];
  });
}
