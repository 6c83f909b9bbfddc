import type { ShownProblem } from "@/lib/content/author/contract";
import type { Translator } from "@/lib/i18n";
import styles from "@/components/author/author.module.css";

interface ProblemListProps {
  title: string;
  problems: readonly ShownProblem[];
  t: Translator;
}

/** Problems, each with the line that it is in. The words are those of the terminal. */
export function ProblemList({ title, problems, t }: ProblemListProps) {
  if (problems.length === 0) return null;
  return (
    <section className={styles.problems} aria-label={title}>
      <h2>{title}</h2>
      <ol tabIndex={0}>
        {problems.map((problem) => (
          <li key={JSON.stringify(problem)}>
            <p className={styles.place}>
              content/{problem.file}:{problem.line}:{problem.column}
            </p>
            {problem.excerpt.trim() !== "" && (
              <pre tabIndex={0}>
                <span>{problem.line}</span> {problem.excerpt}
              </pre>
            )}
            <p lang="en">{problem.what}</p>
            <p className={styles.fix}>
              {t("author.fix")}: <span lang="en">{problem.fix}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
