"use client";

import { createContext, use, useCallback, useMemo, useState, type ReactNode } from "react";
import type { QuestionMark } from "@/components/question/question-state";
import type { QuestionWords } from "@/components/question/question-words";
import type { Source } from "@/lib/content/compiled";

/** What all questions of a page share and never changes. */
interface Shared {
  words: QuestionWords;
  sources: Record<string, Source>;
  /** Tells the rest of the page how a question stands. */
  report: (question: string, mark: QuestionMark) => void;
}

/** By question id. */
export type Marks = Readonly<Record<string, QuestionMark>>;

const SharedContext = createContext<Shared | null>(null);
const MarksContext = createContext<Marks>({});

interface LessonProviderProps {
  words: QuestionWords;
  sources: Record<string, Source>;
  /** How the questions stand when the page is rendered. */
  marks: Marks;
  children: ReactNode;
}

/** Connects the questions of a lesson with the scale at its side and the folded summary at its end. */
export function LessonProvider({ words, sources, marks, children }: LessonProviderProps) {
  const [current, setCurrent] = useState(marks);
  const report = useCallback((question: string, mark: QuestionMark) => {
    setCurrent((before) => (before[question] === mark ? before : { ...before, [question]: mark }));
  }, []);
  const shared = useMemo(() => ({ words, sources, report }), [words, sources, report]);
  return (
    <SharedContext value={shared}>
      <MarksContext value={current}>{children}</MarksContext>
    </SharedContext>
  );
}

export function useLesson(): Shared {
  const shared = use(SharedContext);
  if (!shared) throw new Error("A question stands outside of LessonProvider.");
  return shared;
}

export function useMarks(): Marks {
  return use(MarksContext);
}
