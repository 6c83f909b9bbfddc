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
 * Code in one or several languages, and what was measured of it. The tabs are radio buttons and the style sheet shows the panel of the checked one:
 * arrow keys and reload work, and so does a browser without script.
 */
export function SnippetFigure({ snippet, number, t }: { snippet: Snippet; number: number; t: Translator }) {
  const metric = snippet.tabs.find(({ language }) => language === "metric");
  const code = snippet.tabs.filter((tab) => tab !== metric);
  return (
    <>
      {code.length > 0 && <CodeFigure id={snippet.id} tabs={code} number={number} t={t} />}
      {metric && <MetricTable source={metric.source} />}
    </>
  );
}

function CodeFigure({ id, tabs, number, t }: Pick<Snippet, "id" | "tabs"> & { number: number; t: Translator }) {
  return (
    <figure className={styles.snippet}>
      <fieldset className={styles.tabs}>
        <legend className="sr-only">{t("lesson.languageOf", { number })}</legend>
        {tabs.map((tab, index) => (
          <label key={tab.language}>
            <input
              type="radio"
              name={`snippet-${id}`}
              defaultChecked={index === 0}
              data-tab={index}
              data-runs={tab.runs || undefined}
            />
            {languageNames[tab.language]}
          </label>
        ))}
      </fieldset>
      {tabs.map((tab, index) => (
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
