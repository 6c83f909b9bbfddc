import { useLesson } from "@/components/lesson/lesson-context";
import { RichText } from "@/components/ui/rich-text";
import type { Rich } from "@/lib/content/compiled";

/** Formatted text of a question, with links to the lesson's sources. */
export function QuestionText({ value }: { value: Rich }) {
  return <RichText value={value} sources={useLesson().sources} />;
}
