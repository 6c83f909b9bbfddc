import { CodeLines } from "@/components/lesson/code-lines";
import { MetricTable } from "@/components/lesson/metric-table";
import type { Translator } from "@/lib/i18n";
import type { Snippet, SnippetTab } from "@/lib/content/compiled";
import styles from "@/components/lesson/snippet.module.css";

const languageNames: Record<SnippetTab["language"], string> = {
  typescript: "TypeScript",
  python: "Python",
  sql: "SQL",
  metric: "",
};

/**
 * Code in one or several languages. The tabs are radio buttons and the style sheet shows the panel of the checked one:
 * arrow keys and reload work, and so does a browser without script.
 */
export function SnippetFigure({ snippet, number, t }: { snippet: Snippet; number: number; t: Translator }) {
  const [first] = snippet.tabs;
  if (first?.language === "metric") return <MetricTable source={first.source} />;
  return (
    <figure className={styles.snippet}>
      <fieldset className={styles.tabs}>
        <legend className="sr-only">{t("lesson.languageOf", { number })}</legend>
        {snippet.tabs.map((tab, index) => (
          <label key={tab.language}>
            <input
              type="radio"
              name={`snippet-${snippet.id}`}
              defaultChecked={index === 0}
              data-tab={index}
              data-runs={tab.runs || undefined}
            />
            {languageNames[tab.language]}
          </label>
        ))}
      </fieldset>
      {snippet.tabs.map((tab, index) => (
        <pre
          key={tab.language}
          className={styles.panel}
          data-tab={index}
          tabIndex={0}
          role="region"
          aria-label={t("lesson.codeOf", { number, language: languageNames[tab.language] })}
        >
          <CodeLines lines={tab.lines} />
        </pre>
      ))}
      <figcaption className={styles.runs}>{t("lesson.runs")}</figcaption>
    </figure>
  );
}
