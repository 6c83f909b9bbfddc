import { Fragment } from "react";
import { Term } from "@/components/glossary/term";
import { RichText } from "@/components/ui/rich-text";
import type { PublicLesson } from "@/lib/content/compiled";
import styles from "@/components/lesson/prose.module.css";

/** Terms that a question asks about before the text has explained them: its options hold no links of their own. */
export function QuestionTerms({ lesson, question, label }: { lesson: PublicLesson; question: string; label: string }) {
  const asked = lesson.asked[question] ?? [];
  if (asked.length === 0) return null;
  return (
    <aside className={styles.note}>
      <strong>{label}</strong>{" "}
      {asked.map(({ term, name }, index) => (
        <Fragment key={term}>
          {index > 0 && ", "}
          <Term href={`/${lesson.locale}/glossary#${term}`} gloss={<RichText value={lesson.glosses[term] ?? []} />}>
            {name}
          </Term>
        </Fragment>
      ))}
    </aside>
  );
}
